import { AuthorErrors } from '../../../src/author-problems';
import { AuthorError } from '../../../src/errors';
import { Logger } from '../../../src/logger';
import { logUnlisted } from '../../../src/registries/log-unlisted';
import type { ToolShape } from '../../../src/tool/tool';

test('each mistake of a class is a record of its own, and is logged once', () => {
  const records: string[] = [];
  const log = new Logger('test', [{ wants: () => true, write: ({ message }) => void records.push(message) }]);
  const tool = { name: 'add' } as unknown as ToolShape;
  const mistakes = ['A.p', 'A.q'].map((place) => new AuthorError(place, 'has no description.', 'Say it.'));
  for (let list = 0; list < 2; list++) logUnlisted(tool, new AuthorErrors(mistakes), log);
  expect(records).toEqual([
    'Tool add is not listed: A.p: has no description. Say it.',
    'Tool add is not listed: A.q: has no description. Say it.',
  ]);
});
