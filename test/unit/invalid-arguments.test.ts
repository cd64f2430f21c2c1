import ts from 'typescript';
import { sourcesIn, visit } from '../support/sources';

test('only src/invalid-arguments.ts writes `validation_errors`', () => {
  const writers = sourcesIn('src').filter(({ tree }) => {
    let writes = false;
    visit(tree, (node) => {
      if (ts.isPropertyAssignment(node) && node.name.getText() === 'validation_errors') writes = true;
    });
    return writes;
  });
  expect(writers.map(({ path }) => path)).toEqual(['src/invalid-arguments.ts']);
});
