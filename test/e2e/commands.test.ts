import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_NAMES, SUMMARIES, type CommandName } from '../../src/cli/command-names';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// Every command of the built binary: a right use, wrong uses, and its help. A command without a row fails the suite.
const folder = temporaryDirectory('tw-commands');
mkdirSync(join(folder, 'node_modules'));
mkdirSync(join(folder, 'home'));
symlinkSync(join(__dirname, '..', '..'), join(folder, 'node_modules', 'toolwright'), 'dir');
const APP_CODE = `const { defineApp, defineTool, serveStdio } = require('toolwright');
  const greet = defineTool({
    name: 'greet',
    description: 'Greet someone.',
    inputSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string', description: 'Whom' } } },
    run: ({ name }) => ({ said: 'Hello ' + name }),
  });
  const app = defineApp({ name: 'greeter', tools: [greet] });
  module.exports = app;
  serveStdio(app);`;
writeFileSync(join(folder, 'one.cjs'), APP_CODE);
writeFileSync(join(folder, 'broken.json'), '{ "name": 3 }');
writeFileSync(join(folder, 'tasks.yaml'), 'tasks:\n  - ask: Greet Ada\n    expect: greet\n');
writeFileSync(
  join(folder, 'wrong.yaml'),
  'tasks:\n  - ask: Greet Ada\n    expects: greet\n    expect: greet\n',
);

const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: join(folder, 'home'),
  TMPDIR: process.env['TMPDIR'] ?? '/tmp',
};
const toolwright = (args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
    input: '',
  });
  return { status, stdout, stderr };
};

interface Uses {
  /** Words after the command, and what stdout or stderr then contains. */
  readonly right: readonly (readonly [string, RegExp])[];
  /** The same, for exit code 2 and one line on stderr. */
  readonly wrong: readonly (readonly [string, RegExp])[];
}

const OTHER = '--server "node one.cjs"';
const COMMANDS: Readonly<Record<CommandName, Uses>> = {
  serve: {
    right: [['--app one.cjs', /^$/]],
    wrong: [
      ['nonsense', /serve takes options only, got 'nonsense'/],
      ['--prefx x', /--prefx: unknown option. Did you mean --prefix/],
      ['--log-level loud', /loud/],
      ['--app nowhere.js', /nowhere\.js.*does not exist/],
    ],
  },
  worker: {
    right: [],
    wrong: [
      ['nonsense', /worker takes options only, got 'nonsense'/],
      [
        '--app one.cjs',
        /operations\.engine names no Redis to take operations from\. Set `operations: redis:/,
      ],
      ['--app one.cjs --operations mysql://a', /operations\.engine/],
    ],
  },
  dev: {
    right: [['--app one.cjs', /^$/]],
    wrong: [
      ['', /which app\?/],
      ['--app nowhere.ts', /there is no file/],
    ],
  },
  init: {
    right: [['--project .', /Documents:/]],
    wrong: [
      ['nonsense', /takes options only, got 'nonsense'/],
      ['--import --project .', /--import and --project: choose one/],
    ],
  },
  new: {
    right: [['app my-app', /npm install/]],
    wrong: [
      ['', /new app DIR/],
      ['app', /new app DIR/],
      ['palace x', /there is no template for 'palace'/],
      ['app x --module amd', /--module: 'amd' is not one of esm, cjs/],
      ['app x --test mocha', /--test: 'mocha' is not one of jest, vitest/],
      ['app Wrong_NAME', /can't be the name of a package/],
      ['app x --class', /--class: only goes with 'new tool'/],
      ['tool Bad-Name', /use snake_case/],
      ['prompt x --test jest', /--test: only goes with 'new app'/],
      ['tool x --clas', /--clas: unknown option; did you mean --class\?/],
    ],
  },
  tools: {
    right: [
      ['--app one.cjs', /^greet +Greet someone\./],
      [OTHER, /^greet +Greet someone\./],
      [`--json ${OTHER}`, /^\[\{"name":"greet"/],
    ],
    wrong: [
      ['a b', /one name at a time, got 'b' too/],
      ['grete --app one.cjs', /there is no tool 'grete'; did you mean greet\?/],
      [`--url x ${OTHER}`, /--server and --url: name one of the two/],
      ['--header "A: b"', /--header: only goes with --url/],
      ['--url nonsense', /--url: 'nonsense' is not an address/],
      [`--root . ${OTHER}`, /--root: is a setting of an app that is opened here/],
    ],
  },
  describe: {
    right: [
      ['greet --app one.cjs', /Greet someone\.[^]*Input schema/],
      [`greet ${OTHER}`, /Greet someone\.[^]*Input schema/],
    ],
    wrong: [
      ['', /which tool\?/],
      ['greet more --app one.cjs', /one name at a time, got 'more' too/],
    ],
  },
  call: {
    right: [
      ['greet --name Ada --app one.cjs', /Hello Ada/],
      [`greet --name Ada ${OTHER}`, /Hello Ada/],
      ['greet --help --app one.cjs', /--name TEXT +Whom \(required\)/],
    ],
    wrong: [
      ['', /which tool\?/],
      ['greet --nam Ada --app one.cjs', /did you mean --name\?/],
      ['greet Ada --app one.cjs', /not valid JSON/],
      ['greet --name --app one.cjs', /needs a value|is required|no such/],
    ],
  },
  // It serves until it is interrupted: test/e2e/inspect.test.ts uses it.
  inspect: {
    right: [],
    wrong: [
      ['nonsense --app one.cjs', /takes options only, got 'nonsense'/],
      ['--port many --app one.cjs', /--port: takes a number from 1 to 65535/],
      ['--port 70000 --app one.cjs', /--port: takes a number from 1 to 65535/],
      ['--prot 1', /--prot: unknown option/],
      [`--url x ${OTHER}`, /--server and --url: name one of the two/],
      ['--header "A: b"', /--header: only goes with --url/],
    ],
  },
  prompt: {
    right: [['--json --app one.cjs', /^\[\]/]],
    wrong: [['nothing --app one.cjs', /there is no prompt 'nothing'/]],
  },
  read: {
    right: [['--json --app one.cjs', /^\[/]],
    wrong: [
      ['a b --app one.cjs', /one URI at a time/],
      ['nowhere://x --app one.cjs', /nowhere:\/\/x/],
    ],
  },
  generate: {
    right: [['--app one.cjs', /toolwright\.manifest\.json: 0 tools/]],
    wrong: [
      ['', /specify --app or --modules/],
      ['nonsense', /takes options only/],
      ['--app one.cjs --modules "*.js"', /--app and --modules: choose one/],
      ['--modules "none/*.js"', /no file matches/],
    ],
  },
  config: {
    right: [
      ['--app one.cjs', /^prefix: /m],
      ['--json --app one.cjs', /^\[/],
    ],
    wrong: [
      ['nonsense', /takes options only, got 'nonsense'/],
      ['--reference --schema', /--reference and --schema: choose one/],
      ['--consent maybe', /maybe/],
    ],
  },
  connect: {
    right: [
      ['', /^cursor +Cursor/m],
      ['cursor --app one.cjs', /"greeter": \{/],
    ],
    wrong: [
      ['nowhere', /'nowhere' is no client that is known/],
      ['cursor --nope', /--nope: unknown option/],
    ],
  },
  pack: {
    right: [
      ['docker --app one.cjs', /^Dockerfile +\d+ bytes\n\.dockerignore +\d+ bytes$/m],
      ['docker --json --force --app one.cjs', /^\{"written":\[\{"file":"Dockerfile"/],
      ['docker --out shipped --http 3000', /^shipped\/Dockerfile/],
    ],
    wrong: [
      ['', /what\? Write one or more of bundle, mcpb, registry, docker/],
      ['palace', /'palace'\? Write one or more of/],
      ['bundle', /which app\? Name its module with --app/],
      ['docker --app nowhere.js', /nowhere\.js.*does not exist/],
      ['bundle --app one.cjs', /needs esbuild, which this project doesn't have; run: npm install --save-dev/],
      ['registry --app one.cjs', /package\.json is not ready for the registry: it has no "mcpName"/],
      ['registry --remote nowhere', /--remote: 'nowhere' is not an address/],
      ['docker --http much', /--http: 'much' is not a port/],
      ['docker --name io.github.you/x', /--name: only goes with registry/],
      ['docker --forc', /--forc: unknown option; did you mean --force\?/],
    ],
  },
  eval: {
    right: [
      ['tasks.yaml --app one.cjs', /found first +100 %, 1 of 1/],
      [`tasks.yaml --json ${OTHER}`, /"retrieval": \[/],
      ['--schema', /"ask"/],
    ],
    wrong: [
      ['--app one.cjs', /which tasks\?/],
      ['nowhere.yaml --app one.cjs', /nowhere\.yaml can't be read: ENOENT/],
      [
        'wrong.yaml --app one.cjs',
        /wrong\.yaml:3:5: tasks\[0\]\.expects is not known here\. Did you mean expect\?/,
      ],
      ['tasks.yaml more --app one.cjs', /one name at a time, got 'more' too/],
      ['tasks.yaml --runs 3 --app one.cjs', /--runs: only goes with --model/],
      ['tasks.yaml --model claude-x --app one.cjs', /claude-x needs a key: set ANTHROPIC_API_KEY/],
      [
        'tasks.yaml --model x --runs much --app one.cjs',
        /--runs takes a whole number of at least 1, got 'much'/,
      ],
      ['tasks.yaml --model x --cost-limit 1 --app one.cjs', /--cost-limit needs --price-in and --price-out/],
      ['--replay nowhere', /nowhere holds no evaluation/],
    ],
  },
  cost: {
    right: [
      ['--app one.cjs', /^tool +bytes +tokens/],
      [OTHER, /^tool +bytes +tokens\n[^]*^greet +\d+ +\d+$/m],
      [`--json ${OTHER}`, /"total"/],
      [`--budget 100000 ${OTHER}`, /all, with instructions/],
    ],
    wrong: [
      ['nonsense', /takes options only/],
      ['--budget much', /--budget takes a number of tokens/],
      [`--budget much ${OTHER}`, /--budget takes a number of tokens/],
    ],
  },
  docs: {
    right: [
      ['--app one.cjs', /^<!doctype html>[^]*<h3>greet<\/h3>/],
      ['--markdown --app one.cjs', /^<!-- toolwright docs -->\n\n# greeter\n[^]*### greet\n/],
      [`--markdown ${OTHER}`, /### greet\n/],
      ['--out page.html --app one.cjs', /^page\.html: \d+ tools/],
    ],
    wrong: [
      ['nonsense --app one.cjs', /takes options only, got 'nonsense'/],
      ['--out nowhere/page.html --app one.cjs', /--out: .*nowhere/],
      ['--markdwn', /--markdwn: unknown option/],
    ],
  },
  lint: {
    right: [
      // Our own tools: nothing at all, and in full detail nothing but what its length costs.
      ['--fail-on note', /^Nothing found\.\n$/],
      ['--fail-on note --descriptions full --off description-length --off list-size', /^Nothing found\.\n$/],
      ['--fail-on error --app one.cjs', /^tool greet .*, one\.cjs\n.*description-purpose, line 2/],
      [`--json --fail-on never ${OTHER}`, /"rule": "description-purpose"/],
      ['--sarif --fail-on never --app one.cjs', /"version": "2\.1\.0"/],
      ['--rules', /^name-characters \(error\)/],
    ],
    wrong: [
      ['nonsense --app one.cjs', /takes options only, got 'nonsense'/],
      ['--client emacs --app one.cjs', /--client: 'emacs' is not one of claude/],
      ['--off nothing --app one.cjs', /there is no rule 'nothing'/],
      [`--fix ${OTHER}`, /--fix: only goes with an app/],
      ['--github --sarif --app one.cjs', /--sarif and --github: choose one/],
    ],
  },
  snapshot: {
    right: [
      ['--out - --app one.cjs', /^\{\n {2}"toolwright_contract": 1,[^]*"name": "greet"/],
      [`--out theirs.json ${OTHER}`, /^theirs\.json: 2 tools/],
      ['--app one.cjs', /^toolwright\.contract\.json: 2 tools/],
    ],
    wrong: [
      ['nonsense --app one.cjs', /takes options only, got 'nonsense'/],
      ['--out nowhere/x.json --app one.cjs', /nowhere/],
    ],
  },
  diff: {
    right: [
      ['--app one.cjs', /^Nothing changed\.\n$/],
      ['toolwright.contract.json --app one.cjs', /^Nothing changed\.\n$/],
      ['--root . toolwright.contract.json --app one.cjs --log-level error', /^Nothing changed\.\n$/],
      ['theirs.json toolwright.contract.json', /^Nothing changed\.\n$/],
      [`--json theirs.json ${OTHER}`, /"changes": \[\]/],
    ],
    wrong: [
      ['nowhere.json --app one.cjs', /there is no nowhere\.json/],
      ['broken.json --app one.cjs', /broken\.json is not a contract/],
      ['--allow much toolwright.contract.json --app one.cjs', /--allow: "much" is not one of/],
    ],
  },
  verify: {
    right: [
      ['--app one.cjs', /: no mistakes in their classes\.\nThe server keeps its contract/],
      [`--contract theirs.json ${OTHER}`, /^The server keeps its contract/],
    ],
    wrong: [
      ['nonsense --app one.cjs', /takes options only, got 'nonsense'/],
      ['--contract nowhere.json --app one.cjs', /there is no nowhere\.json/],
    ],
  },
  policy: {
    right: [
      ['explain read_file {"path":"one.cjs"}', /read_file: allowed/],
      ['explain --json read_file {"path":"one.cjs"}', /^\{"tool":"read_file","allowed":true/],
    ],
    wrong: [
      ['', /policy explain execute_command/],
      ['explain nothing {} --app toolwright', /there is no tool 'nothing'/],
      ['explain read_file [', /must be a JSON object/],
    ],
  },
  audit: {
    right: [
      ['verify audit', /sound: 1 chain/],
      ['show audit --tool greet', /greet/],
      ['show audit --tool other', /^$/],
    ],
    wrong: [
      ['', /say what to do: verify, show or explain/],
      ['prove', /'prove' is none of its words/],
      ['verify', /audit\.dir is not set, and no directory is named\. Which audit\?/],
      ['verify nowhere', /there is no directory/],
      ['verify audit other', /other/],
      ['verify audit --head x', /--head: write it as/],
      ['show audit --since yesterday', /--since: 'yesterday' is not a time/],
      ['show audit --last none', /--last: 'none' is not a number/],
      ['explain', /explain which call\?/],
      ['explain nothing audit', /there is no call nothing/],
    ],
  },
  doctor: {
    right: [
      ['--app one.cjs', /✓ Node/],
      ['--json --app one.cjs', /^\[\{/],
    ],
    wrong: [
      ['nonsense', /takes options only, got 'nonsense'/],
      ['--jsn', /--jsn: unknown option/],
    ],
  },
  trust: {
    right: [
      ['--list', /No directory is trusted/],
      ['--list --json', /^\[\]\n$/],
      ['--show --json', /^\{"directory"/],
    ],
    wrong: [
      ['nowhere', /there is no directory/],
      ['--list .', /takes options only/],
      ['--list --show', /--list and --show: choose one/],
      ['--json', /--json: only goes with --show or --list/],
    ],
  },
  untrust: { right: [], wrong: [['a b', /one directory at a time/]] },
  mtdf: {
    right: [['schema', /"\$schema"|"type"/]],
    wrong: [
      ['', /mtdf validate FILE/],
      ['validate', /specify the files or directories/],
      ['validate nowhere.json', /there is no file or directory/],
      ['schema x', /takes options only/],
    ],
  },
  token: {
    right: [['ada', /^[\w-]{43}\n/]],
    wrong: [
      ['', /token takes one name/],
      ['a b', /token takes one name/],
    ],
  },
  completion: {
    right: [['bash', /complete -F/]],
    wrong: [
      ['', /which shell\?/],
      ['tcsh', /which shell\?/],
      ['bash zsh', /one name at a time/],
    ],
  },
  complete: { right: [['-- tool', /^tools\n/]], wrong: [['--nonsense', /unknown option/]] },
};

const words = (line: string) =>
  [...line.matchAll(/"([^"]*)"(?=\s|$)|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);

const uses = (which: keyof Uses) =>
  COMMAND_NAMES.flatMap((name) => COMMANDS[name][which].map(([line, said]) => [name, line, said] as const));

beforeAll(() => void toolwright(words('call greet --name Ada --app one.cjs --audit audit')));

test.each(uses('right'))('%s %s', (name, line, said) => {
  const { status, stdout, stderr } = toolwright([name, ...words(line)]);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stdout).toMatch(said);
  expect(stdout).not.toContain('\u001b');
});

test('tasks for tools that the server lacks are refused after the line that says which server that is', () => {
  const { status, stderr } = toolwright(['eval', 'tasks.yaml']);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^app: the shipped server[^\n]+\n[^\n]+tasks\.yaml:3:5: 'greet' is no tool of toolwright/,
  );
});

test.each(uses('wrong'))('wrong: %s %s', (name, line, said) => {
  const { status, stdout, stderr } = toolwright([name, ...words(line)]);
  expect(stderr).toMatch(said);
  expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
    status: 2,
    stdout: '',
    lines: 1,
  });
  expect(stderr.startsWith(`toolwright ${name}: `)).toBe(true);
});

test('every command has a wrong use here', () => {
  for (const name of COMMAND_NAMES) expect([name, COMMANDS[name].wrong.length]).not.toEqual([name, 0]);
});

test.each([...COMMAND_NAMES])('%s --help says what it is for and how it is written', (name) => {
  const { status, stdout } = toolwright([name, '--help']);
  expect(status).toBe(0);
  expect(stdout.startsWith(`${SUMMARIES[name]}\n\n  toolwright ${name}`)).toBe(true);
  expect(toolwright(['help', name]).stdout).toBe(stdout);
});

test('without a command, or with one that is unknown', () => {
  const { status, stdout } = toolwright([]);
  expect(status).toBe(0);
  for (const name of COMMAND_NAMES) expect(stdout).toContain(`  ${name} `);
  expect(toolwright(['tolls'])).toMatchObject({
    status: 2,
    stderr: "toolwright: unknown command 'tolls'; did you mean 'tools'?\n",
  });
  expect(toolwright(['help', 'tolls'])).toMatchObject({ status: 2 });
});

test.each(['tools', 'connect', 'config', 'help'])('%s ends quietly when its reader leaves', (name) => {
  const { stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${COMMAND}" ${name} | true`], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  // Whatever it says then, it says to a reader who stays as well.
  expect(toolwright([name]).stderr).toContain(stderr);
});
