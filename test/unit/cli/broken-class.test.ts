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

interface Done {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const toolwright = (...words: string[]): Promise<Done> => run('app.cjs', words);

async function run(app: string, words: readonly string[]): Promise<Done> {
  let out = '';
  let err = '';
  const code = await main([...words, '--app', app], {
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

const OTHERS = `
  const { Arg, defineApp, Prompt, Resource, Tool, ToolArguments } = require(${JSON.stringify(LIBRARY)});
  class Sound { run() { return 'heard'; } }
  Tool({ description: 'A sound.' })(Sound);
  class Hum { render() { return 'hum'; } }
  Prompt({ name: 'hum', description: 'Hum.' })(Hum);
  class Songs { read() { return 'la'; } }
  Resource({ uri: 'songs://all', description: 'All songs' })(Songs);
`;
writeFileSync(
  join(cwd, 'resource.cjs'),
  `${OTHERS}
  class Wrong { read() { return ''; } }
  Resource({ uri: 'wrong://{open', description: 'Wrong' })(Wrong);
  module.exports = defineApp({ name: 'r', tools: [Sound], prompts: [Hum], resources: [Songs, Wrong] });`,
);
writeFileSync(
  join(cwd, 'prompt.cjs'),
  `${OTHERS}
  class Wrong extends ToolArguments {}
  Arg({ description: '', type: 'string' })(Wrong.prototype, 'no');
  class Whistle { render() { return ''; } }
  Prompt({ name: 'whistle', description: 'Whistle.', args: Wrong })(Whistle);
  module.exports = defineApp({ name: 'p', tools: [Sound], prompts: [Hum, Whistle], resources: [Songs] });`,
);

describe.each([
  ['resource.cjs', 'resources'],
  ['prompt.cjs', 'prompts'],
])('an app of which another class than a tool has a mistake (%s)', (app, kind) => {
  test.each([['tools'], ['tools', '--json'], ['docs', '--markdown'], ['cost']])(
    '%s %s shows the tools, says what is wrong and exits with 1',
    async (...words) => {
      const { code, out, err } = await run(app, words);
      expect(out).toContain('sound');
      expect(err.match(/Wrong(\.no)?: /g)).toHaveLength(1);
      expect(err).toContain(`toolwright ${words[0]}: mistakes (1, above) keep ${kind} out of the list\n`);
      expect(code).toBe(1);
    },
  );

  test.each([
    ['tools', 'sound'],
    ['describe', 'sound'],
    ['call', 'sound'],
    ['prompt', 'hum'],
  ])('%s %s is about another class', async (...words) => {
    const { code, out } = await run(app, words);
    expect(out).not.toBe('');
    expect(code).toBe(0);
  });

  test('the command that lists such classes says what is wrong and exits with 1', async () => {
    const { code, out, err } = await run(app, [kind === 'prompts' ? 'prompt' : 'read']);
    expect(out).toContain(kind === 'prompts' ? 'hum' : '');
    expect(err.match(/Wrong(\.no)?: /g)).toHaveLength(1);
    expect(code).toBe(1);
  });

  test('the command that lists others shows them', async () => {
    const { code, out } = await run(app, [kind === 'prompts' ? 'read' : 'prompt']);
    expect(out).toContain(kind === 'prompts' ? 'songs://all' : 'hum');
    expect(code).toBe(0);
  });

  test.each([['snapshot'], ['lint']])('%s refuses to judge it', async (word) => {
    const { code, out, err } = await run(app, [word]);
    expect(out).toBe('');
    expect(err).toMatch(/Wrong(\.no)?: /);
    expect(code).toBe(2);
  });
});
