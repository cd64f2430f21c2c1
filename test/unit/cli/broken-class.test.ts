import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../src/cli/main';
import { temporaryDirectory } from '../../support/temporary-directory';

const LIBRARY = join(__dirname, '..', '..', '..', 'dist', 'index.js');

const APP = `
  const { Arg, defineApp, Tool, ToolArguments } = require(${JSON.stringify(LIBRARY)});
  class Broken extends ToolArguments {}
  Arg({ description: '', type: 'string' })(Broken.prototype, 'no');
  class Lost { run() {} }
  Tool({ args: Broken, description: 'Lost.' })(Lost);
  class Sound { run() { return 'heard'; } }
  Tool({ description: 'A sound.' })(Sound);
  module.exports = defineApp({ name: 'half', version: '1.0.0', tools: [Lost, Sound] });
`;

const cwd = temporaryDirectory('toolwright-broken-class');
writeFileSync(join(cwd, 'app.cjs'), APP);
writeFileSync(join(cwd, 'tasks.yaml'), 'tasks: [{ ask: a sound, expect: sound }]');
writeFileSync(
  join(cwd, 'toolwright.contract.json'),
  JSON.stringify({
    toolwright_contract: 1,
    server: { name: 'half', version: '1.0.0' },
    prompts: [],
    resources: [],
    templates: [],
    tools: [],
  }),
);

async function toolwright(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await main([...words, '--app', 'app.cjs'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, XDG_CONFIG_HOME: cwd },
    stdout: (text) => void (out += text),
    stderr: (text) => void (err += text),
  });
  return { code, out, err };
}

const MISTAKE = 'Broken.no: has no description';

describe('an app of which one class has a mistake', () => {
  test.each([['tools'], ['docs', '--markdown'], ['cost'], ['cost', '--budget', '100000']])(
    '%s shows what is sound, says what is wrong and exits with 1',
    async (...words) => {
      const { code, out, err } = await toolwright(...words);
      expect(out).toContain('sound');
      expect(err.split(MISTAKE)).toHaveLength(2);
      expect(err).toContain(`toolwright ${words[0]}: mistakes (1, above) keep tools out of the list`);
      expect(code).toBe(1);
    },
  );

  test.each([['snapshot'], ['diff'], ['lint'], ['eval', 'tasks.yaml']])(
    '%s refuses to judge it',
    async (...words) => {
      const { code, out, err } = await toolwright(...words);
      expect(out).toBe('');
      expect(err.split(MISTAKE)).toHaveLength(2);
      expect(err).toMatch(/: mistakes \(1, above\) keep tools out of the list, so .*; correct them first\n$/);
      expect(code).toBe(2);
    },
  );

  test.each<[number, ...string[]]>([
    [2, 'verify'],
    [1, 'doctor'],
    [1, 'generate'],
    [2, 'describe', 'lost'],
    [2, 'call', 'lost'],
    [2, 'policy', 'explain', 'lost', '{}'],
  ])('exits with %d and says what is wrong: %s %s', async (expected, ...words) => {
    const { code, out, err } = await toolwright(...words);
    expect((out + err).split(MISTAKE)).toHaveLength(2);
    expect(code).toBe(expected);
  });

  test.each([
    ['describe', 'sound'],
    ['call', 'sound'],
    ['policy', 'explain', 'sound', '{}'],
  ])('%s %s is about another class', async (...words) => {
    expect((await toolwright(...words)).code).toBe(0);
  });
});
