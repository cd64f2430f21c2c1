import { join } from 'node:path';
import { CLIENTS } from '../../../../src/cli/connect/client-profiles';
import { main } from '../../../../src/cli/main';
import { folderWith } from '../../../support/installed-project';
import { temporaryDirectory } from '../../../support/temporary-directory';

async function completed(...words: string[]): Promise<string[]> {
  return completedIn(temporaryDirectory('tw-complete'), ...words);
}

async function completedIn(cwd: string, ...words: string[]): Promise<string[]> {
  let out = '';
  const io = {
    cwd,
    env: { HOME: cwd },
    stdout: (text: string) => void (out += text),
    stderr: () => undefined,
  };
  expect(await main(['complete', '--', ...words], io)).toBe(0);
  return out.split('\n').filter(Boolean);
}

test.each([
  [['connect', 'cur'], ['cursor']],
  [['connect', '--write', 'cod'], ['codex']],
  [['connect', ''], CLIENTS.map(({ id }) => id)],
  [['connect', 'cursor', ''], []],
  [
    ['pack', ''],
    ['bundle', 'mcpb', 'registry', 'docker'],
  ],
  [['pack', 'bundle', 'm'], ['mcpb']],
  [
    ['new', ''],
    ['app', 'tool', 'prompt', 'resource'],
  ],
  [['new', 'tool', ''], []],
  [['audit', 'v'], ['verify']],
  [
    ['mtdf', ''],
    ['validate', 'schema'],
  ],
  [['policy', ''], ['explain']],
  [['help', 'conn'], ['connect']],
  [['completion', 'z'], ['zsh']],
])('%j is completed by %j', async (words, candidates) => {
  expect(await completed(...words)).toEqual(candidates);
});

test('options of connect are completed beside those of serve', async () => {
  expect(await completed('connect', 'cursor', '--wr')).toEqual(['--write']);
  expect(await completed('connect', 'cursor', '--log-l')).toEqual(['--log-level']);
});

describe('arguments of a tool', () => {
  const properties = {
    urgent: { type: 'boolean', default: true },
    maybe: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    kind: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
    tags: { type: 'array', items: { type: 'string' } },
  };
  const cwd = folderWith({
    'app.cjs': `const { defineApp, defineTool } = require(${JSON.stringify(join(__dirname, '../../../../src/index.ts'))});
const inputSchema = ${JSON.stringify({ type: 'object', properties })};
module.exports = defineApp({ name: 'a', packs: [], tools: [defineTool({ name: 't', description: 'x', inputSchema, run: () => '' })] });`,
  });
  const after = (...words: string[]) => completedIn(cwd, 'call', '--app', 'app.cjs', 't', ...words);

  test('are completed by everything that help promises', async () => {
    expect(await after('--')).toEqual([
      ...['--urgent', '--no-urgent', '--maybe', '--no-maybe', '--maybe=null'],
      ...['--kind', '--no-kind', '--tags'],
    ]);
  });

  test('are given once, however they are written, except for lists', async () => {
    expect(await after('--no-urgent', '--maybe=null', '--no-kind', '--tag', 'x', '--')).toEqual(['--tags']);
  });

  test('that are set to null take no value of an enum', async () => {
    expect(await after('--kind', '')).toEqual(['a', 'b']);
    expect(await after('--no-kind', '')).not.toContain('a');
  });
});
