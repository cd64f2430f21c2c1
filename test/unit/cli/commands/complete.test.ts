import { CLIENTS } from '../../../../src/cli/connect/client-profiles';
import { main } from '../../../../src/cli/main';
import { temporaryDirectory } from '../../../support/temporary-directory';

async function completed(...words: string[]): Promise<string[]> {
  const cwd = temporaryDirectory('tw-complete');
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
