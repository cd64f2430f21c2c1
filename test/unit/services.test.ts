import ts from 'typescript';
import manifest from '../../src/generated/manifest.json';
import { sourcesIn, visit } from '../support/sources';

const SERVICES = 'logging disk process policy files web ai store content projects flags'.split(' ');

// `run`, `status`, `echo` and such are words of English too, which a service may use.
const NAMES = manifest.tools.map(({ name }) => name).filter((name) => name.includes('_'));
const NAME = new RegExp(`(?<![a-z0-9_])(?:${NAMES.join('|')})(?![a-z0-9_])`);
// What would complete `${kind}_add` to the name of a tool.
const ENDS = [...new Set(NAMES.map((name) => name.slice(name.indexOf('_'))))];
const END = new RegExp(`^(?:${ENDS.join('|')})(?![a-z0-9_])`);

test.each(SERVICES)('src/%s names no tool', (room) => {
  const named = sourcesIn(`src/${room}`).flatMap(({ path, tree }) =>
    toolsNamedIn(tree).map((text) => `${path}: ${text}`),
  );
  expect(named).toEqual([]);
});

test('a name is seen in strings and templates, and not in comments', () => {
  const seen = (text: string) =>
    toolsNamedIn(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true));
  expect(seen("const a = 'call set_project first';")).toEqual(['call set_project first']);
  expect(seen('const a = `set_project ${b}`;')).toEqual(['set_project ']);
  expect(seen('const a = `${kind}_add creates one`;')).toEqual(['_add creates one']);
  expect(seen("// set_project\nconst reset_projects = 'reset_projects';")).toEqual([]);
});

function toolsNamedIn(tree: ts.SourceFile): string[] {
  const found: string[] = [];
  visit(tree, (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
      if (NAME.test(node.text)) found.push(node.text);
    } else if (ts.isTemplateMiddleOrTemplateTail(node)) {
      if (NAME.test(node.text) || END.test(node.text)) found.push(node.text);
    }
  });
  return found;
}
