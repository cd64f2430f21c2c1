import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from '../../../../src/embed';
import { defineApp } from '../../../../src/index';
import { shippedModel } from '../../../../src/config';
import { entryOf } from '../../../../src/config/known-settings';
import { argNotesOf, type ArgsClass } from '../../../../src/metadata';
import { commandLine, type Told } from '../../../support/command-line';
import { temporaryDirectory } from '../../../support/temporary-directory';

// Nothing in the file is silently ignored: of each setting it is written here what it needs in order to count. A new setting
// has to get a row.

/** A file in which a setting can't count, and one in which it does. */
interface Row {
  readonly without: string;
  readonly with: string;
  /** How a server takes the first: it doesn't start, or it warns. */
  readonly is: 'refused' | 'warned';
  /** What is said, if it isn't said of the setting by its name. */
  readonly says?: RegExp;
  /** What a server is started with besides, where the setting counts. */
  readonly env?: Record<string, string>;
}

/** It counts by itself, or for something that any server may have or get. */
const ALWAYS = 'always';

const refused = (without: string, withIt: string): Row => ({ without, with: withIt, is: 'refused' });
const warned = (without: string, withIt: string, more: Partial<Row> = {}): Row => ({
  without,
  with: withIt,
  is: 'warned',
  ...more,
});
const ofAudit = (setting: string) => refused(`audit: { ${setting} }`, `audit: { dir: ./audit, ${setting} }`);
const ofSandbox = (setting: string) =>
  refused(`sandbox: { mode: off, ${setting} }`, `sandbox: { mode: auto, ${setting} }`);
const ofRedis = (setting: string) =>
  warned(`operations: { ${setting} }`, `operations: { engine: 'redis://localhost:1', ${setting} }`);
const ofPack = (pack: string, yaml: string, env?: Record<string, string>) =>
  warned(`packs: [files]\n${yaml}`, `packs: [${pack}]\n${yaml}`, { ...(env && { env }) });
const ofHttp = (setting: string) =>
  warned(`http: { ${setting} }`, `http: { listen: '3000', ${setting} }`, { says: /counts only over HTTP/ });
const ofCallers = (setting: string) =>
  refused(`http: { listen: '3000', ${setting} }`, `http: { listen: '3000', tokens: tokens, ${setting} }`);
const ofJwt = (setting: string) =>
  refused(
    `http: { listen: '3000', tokens: tokens, jwt: { ${setting} } }`,
    `http: { listen: '3000', url: 'https://example.com', jwt: { issuer: 'https://example.com', ${setting} } }`,
  );
const ofPrograms = (setting: string) =>
  refused(`tools: { echo: { ${setting} } }`, `tools: { execute_command: { ${setting} } }`);
const ofFiles = (setting: string) =>
  refused(`tools: { echo: { ${setting} } }`, `tools: { read_file: { ${setting} } }`);
const ofGrant = (kind: string, setting: string, before = '') =>
  warned(
    `http: { listen: '3000', tokens: tokens, ${kind}: { a: { ${setting} } } }`,
    `${before}http: { listen: '3000', tokens: tokens, metrics: authenticated, ${kind}: { a: { ${setting} } } }`,
  );
const grants = (kind: 'principals' | 'scopes') => ({
  [`http.${kind}.NAME.tools`]: ALWAYS,
  [`http.${kind}.NAME.packs`]: warned(
    `packs: [files]\nhttp: { listen: '3000', tokens: tokens, ${kind}: { a: { packs: [web] } } }`,
    `packs: [web]\nhttp: { listen: '3000', tokens: tokens, ${kind}: { a: { packs: [web, own, definitions] } } }`,
  ),
  [`http.${kind}.NAME.roots`]: ALWAYS,
  [`http.${kind}.NAME.prompts`]: ALWAYS,
  [`http.${kind}.NAME.resources`]: ALWAYS,
  [`http.${kind}.NAME.metrics`]: ofGrant(kind, 'metrics: true'),
  [`http.${kind}.NAME.answer_budget`]: ALWAYS,
  [`http.${kind}.NAME.rate`]: ALWAYS,
});

const ROWS: Readonly<Record<string, Row | typeof ALWAYS>> = {
  prefix: ALWAYS,
  roots: ALWAYS,
  packs: ALWAYS,
  descriptions: ALWAYS,
  expose: ALWAYS,
  read_only: ALWAYS,
  consent: ALWAYS,
  timeout: ALWAYS,
  page_size: ALWAYS,
  output: ALWAYS,
  strict: ALWAYS,
  example_tools: ofPack('utility', 'example_tools: true'),
  prompts: ALWAYS,
  contract: ALWAYS,
  app: ALWAYS,
  modules: ALWAYS,
  'tools.NAME.enabled': ALWAYS,
  'tools.NAME.timeout': refused('tools: { run: { timeout: 3 } }', 'tools: { echo: { timeout: 3 } }'),
  'tools.NAME.allowed_commands': ofPrograms('allowed_commands: [ls]'),
  'tools.NAME.denied_commands': ofPrograms('denied_commands: [ls]'),
  'tools.NAME.allowed_paths': ofFiles('allowed_paths: [/tmp]'),
  'tools.NAME.denied_paths': ofFiles('denied_paths: [/tmp]'),
  'tools.NAME.shell': ofPrograms('shell: false'),
  'tools.NAME.environment': ofPrograms('environment: [HOME]'),
  'tools.NAME.max_output': ofPrograms('max_output: 2000'),
  'tools.NAME.answer_budget': refused(
    'tools: { read_result: { answer_budget: 5 } }',
    'tools: { echo: { answer_budget: 5 } }',
  ),
  'tools.NAME.sandbox': ofPrograms('sandbox: false'),
  'answers.budget': ALWAYS,
  'answers.structured': ALWAYS,
  'answers.keep_bytes': warned('answers: { budget: 0, keep_bytes: 9 }', 'answers: { keep_bytes: 9 }'),
  'answers.keep': warned(
    'answers: { budget: 0, keep: 9 }',
    'answers: { budget: 0, keep: 9 }\ntools: { echo: { answer_budget: 9 } }',
  ),
  'answers.keep_seconds': warned('answers: { budget: 0, keep_seconds: 9 }', 'answers: { keep_seconds: 9 }'),
  'definitions.dirs': ALWAYS,
  'definitions.enable': refused('definitions: { enable: [gti] }', 'definitions: { enable: [git] }'),
  'definitions.guidance': ALWAYS,
  'definitions.strict': ALWAYS,
  'definitions.watch': ALWAYS,
  'sandbox.mode': ALWAYS,
  'sandbox.network': ofSandbox('network: false'),
  'sandbox.readable': ofSandbox('readable: [/opt]'),
  'sandbox.writable': ofSandbox('writable: [/opt]'),
  'limits.commands': ALWAYS,
  'limits.waiting': warned('limits: { commands: 0, waiting: 3 }', 'limits: { waiting: 3 }'),
  'limits.cpu': ALWAYS,
  'limits.memory': ALWAYS,
  'limits.processes': ALWAYS,
  'limits.files': ALWAYS,
  'limits.file_size': ALWAYS,
  'operations.engine': ALWAYS,
  'operations.queue': ofRedis('queue: ours'),
  'operations.work': ofRedis('work: true'),
  'operations.lease': ofRedis('lease: 9'),
  'operations.max_running': ALWAYS,
  'operations.max_per_tool': ALWAYS,
  'operations.max_queued': ALWAYS,
  'operations.max_queued_bytes': ALWAYS,
  'operations.inline_wait': ALWAYS,
  'operations.timeout': ALWAYS,
  'operations.keep': ALWAYS,
  'operations.keep_seconds': ALWAYS,
  'operations.keep_bytes': ALWAYS,
  'operations.grace': ALWAYS,
  'idempotency.store': ALWAYS,
  'idempotency.lease': warned(
    'idempotency: { lease: 9 }',
    "idempotency: { store: 'redis://localhost:1', lease: 9 }",
  ),
  'idempotency.keep_seconds': ALWAYS,
  'idempotency.keep': ALWAYS,
  'idempotency.keep_bytes': ALWAYS,
  'content.docroot': ofPack('guide', 'content: { docroot: ./docs }'),
  // No tool may write it, and `toolwright init` fills it, whichever packs are on.
  'content.config_dir': ALWAYS,
  'web.allow_private': ofPack('web', 'web: { allow_private: true }'),
  'web.timeout': ofPack('web', 'web: { timeout: 9 }'),
  'web.max_bytes': ofPack('web', 'web: { max_bytes: 2000 }'),
  'web.search_url': ofPack('web', "web: { search_url: 'http://localhost:1' }", { BRAVE_API_KEY: 'x' }),
  'ai.model': ofPack('ai', 'ai: { model: x }'),
  'code.timeout': ofPack('code', 'code: { timeout: 9 }'),
  'code.memory': ofPack('code', 'code: { memory: 99 }'),
  'code.sanitize': ofPack('code', 'code: { sanitize: true }'),
  'code.aliases': ofPack('code', 'code: { aliases: { e: echo } }'),
  // Without the pack, `code.snippets` as a whole is told.
  'code.snippets.NAME.description': ofPack('code', 'code: { snippets: { a: { description: x, body: x } } }'),
  'code.snippets.NAME.body': ofPack('code', 'code: { snippets: { a: { body: x } } }'),
  'code.snippets.NAME.params.NAME.description': ALWAYS,
  'code.snippets.NAME.params.NAME.default': ALWAYS,
  'code.snippets.NAME.params.NAME.required': warned(
    'code: { snippets: { a: { body: x, params: { b: { default: y, required: true } } } } }',
    'code: { snippets: { a: { body: x, params: { b: { required: true } } } } }',
  ),
  'clients.state_secret': ALWAYS,
  'clients.answer_seconds': ALWAYS,
  'clients.used_states': warned(
    'clients: { used_states: ./used }',
    'clients: { used_states: ./used, state_secret: 0123456789abcdef }',
  ),
  'clients.principal': warned(
    "clients: { principal: ada }\nhttp: { listen: '3000' }",
    'clients: { principal: ada }',
  ),
  'clients.list_ttl': ALWAYS,
  'clients.max_streams': ALWAYS,
  'http.listen': ALWAYS,
  'http.path': ofHttp('path: /x'),
  'http.url': ofHttp("url: 'https://example.com'"),
  'http.hosts': ofHttp('hosts: [example.com]'),
  'http.origins': ofHttp("origins: ['https://example.com']"),
  'http.tools': ofHttp('tools: [write_file]'),
  'http.tokens': ofHttp('tokens: tokens'),
  'http.required_scopes': ofCallers('required_scopes: [read]'),
  'http.rate': warned(
    "http: { listen: '3000', rate: 9 }",
    "http: { listen: '3000', tokens: tokens, rate: 9 }",
  ),
  'http.max_body': ofHttp('max_body: 2000'),
  'http.max_headers': ofHttp('max_headers: 2000'),
  'http.max_connections': ofHttp('max_connections: 9'),
  'http.request_timeout': ofHttp('request_timeout: 9'),
  'http.silence': ofHttp('silence: 9'),
  'http.heartbeat': ofHttp('heartbeat: 9'),
  'http.max_sessions': ofHttp('max_sessions: 9'),
  'http.max_sessions_each': ofHttp('max_sessions_each: 9'),
  'http.session_idle': ofHttp('session_idle: 9'),
  'http.leave': ofHttp('leave: 9'),
  'http.drain': ofHttp('drain: 9'),
  'http.cert': refused(
    "http: { listen: '3000', cert: pem }",
    "http: { listen: '3000', cert: pem, key: pem }",
  ),
  'http.key': refused("http: { listen: '3000', key: pem }", "http: { listen: '3000', cert: pem, key: pem }"),
  'http.trust_proxy': ofHttp('trust_proxy: [10.0.0.1]'),
  'http.metrics': ofCallers('metrics: authenticated'),
  'http.access_log': ofHttp('access_log: true'),
  'http.jwt.issuer': ofHttp("url: 'https://example.com', jwt: { issuer: 'https://example.com' }"),
  'http.jwt.audience': ofJwt('audience: x'),
  'http.jwt.jwks': ofJwt("jwks: 'https://example.com'"),
  'http.jwt.algorithms': ofJwt('algorithms: [ES256]'),
  'http.jwt.principal_claim': ofJwt('principal_claim: email'),
  ...grants('principals'),
  ...grants('scopes'),
  'audit.dir': ALWAYS,
  'audit.key': ofAudit('key: 0123456789abcdef'),
  'audit.sync': ofAudit('sync: disk'),
  'audit.on_failure': ofAudit('on_failure: continue'),
  'audit.argument_length': ofAudit('argument_length: 9'),
  'audit.file_size': ofAudit('file_size: 20000'),
  'audit.keep_files': ofAudit('keep_files: 3'),
  'telemetry.mode': ALWAYS,
  'telemetry.sample': warned(
    'telemetry: { mode: off, sample: 0.5 }',
    'telemetry: { mode: auto, sample: 0.5 }',
  ),
  'log.level': ALWAYS,
  'log.file': ALWAYS,
  'log.json': ALWAYS,
};

let cwd: string;
beforeEach(() => {
  cwd = temporaryDirectory('tw-counts');
  for (const file of ['pem', 'tokens']) writeFileSync(join(cwd, file), '');
});

// It says what `serve` would refuse, and what it would warn of.
async function told(
  yaml: string,
  words: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Told> {
  writeFileSync(join(cwd, 'toolwright.yaml'), `${yaml}\n`);
  return withoutApp(
    await commandLine(['config', '--config', 'toolwright.yaml', ...words], {
      cwd,
      env: { HOME: cwd, ...env },
    }),
  );
}

// Which app is taken is no news here.
function withoutApp({ err, ...more }: Told): Told {
  return { ...more, err: err.replace(/^app: .*\n/, '') };
}

test('of each setting it is known what it needs', () => {
  const named = (cls: ArgsClass, path: string): string[] =>
    argNotesOf(cls).flatMap((note) => {
      const entry = entryOf(note);
      const place = `${path}.NAME.${note.wireName}`;
      return entry ? named(entry, place) : [place];
    });
  const settings = shippedModel.settings.flatMap(({ path, entry }) =>
    entry ? named(entry, path.join('.')) : [path.join('.')],
  );
  expect(Object.keys(ROWS).sort()).toEqual(settings.sort());
});

const needy = Object.entries(ROWS).flatMap(([setting, row]) =>
  row === ALWAYS ? [] : [[setting, row] as const],
);

// As in what is said of it: an entry by its own name, a list by its items.
function inWords(setting: string): RegExp {
  const whole =
    setting.startsWith('code.snippets.NAME') && !setting.includes('params') ? 'code.snippets' : setting;
  const steps = whole.split('.').map((step) => (step === 'NAME' ? '[^. ]+' : step));
  return new RegExp(`toolwright\\.yaml:\\d+:\\d+: ${steps.join('\\.')}(\\[\\d+\\])? .*\\. [A-Z].*\\.`);
}

test.each(needy)('%s is told where it can’t count, with its place and a cure', async (setting, row) => {
  const { code, err } = await told(row.without);
  expect(err).toMatch(row.says ?? inWords(setting));
  expect(err).toMatch(/toolwright\.yaml:\d+:\d+: /);
  expect(code).toBe(row.is === 'refused' ? 2 : 0);
  if (row.is === 'warned') expect(err).toContain('WARNING');
});

test.each(needy)('%s is taken where it counts', async (setting, row) => {
  const { code, err } = await told(row.with, [], row.env);
  expect(err.split('\n').filter((line) => inWords(setting).test(line) || row.says?.test(line))).toEqual([]);
  if (!row.with.includes('pem')) expect(code).toBe(0);
});

test('an app that is opened for serving or testing is judged like a server', async () => {
  writeFileSync(join(cwd, 'toolwright.yaml'), 'audit: { keep_files: 3 }\n');
  const app = defineApp({ name: 'judged' });
  const options = { cwd, env: {}, args: ['--config', 'toolwright.yaml'] };
  await expect(openApp(app, options)).rejects.toThrow(
    /^toolwright\.yaml:1:\d+: audit\.keep_files has no effect/,
  );
  const open = await openApp(app, { ...options, args: [...options.args, '--audit', './audit'] });
  await open.close();
});

test.each([
  ['sandbox: { readable: [/opt] }', '--sandbox', 'off'],
  ['packs: [web]\nweb: { timeout: 9 }', '--pack', 'files'],
  ['telemetry: { sample: 0.5 }', '--telemetry', 'off'],
  ['answers: { keep: 9 }', '--answers-budget', '0'],
])('what an option turns off for one start is left as it is in the file: %s', async (yaml, ...words) => {
  expect(await told(yaml, words)).toMatchObject({ code: 0, err: '' });
});

test.each([
  ['http: { path: /x, required_scopes: [read], tokens: tokens }', '--http', '3000'],
  ['audit: { keep_files: 3 }', '--audit', './audit'],
])('what counts by an option is taken: %s', async (yaml, ...words) => {
  expect(await told(yaml, words)).toMatchObject({ code: 0, err: '' });
});

test('a command that only looks at the app takes the file of a server that is told more', async () => {
  await told('prefix: ""\naudit: { key: 0123456789abcdef }');
  const env = { HOME: cwd, TOOLWRIGHT_CONFIG: 'toolwright.yaml' };
  expect(withoutApp(await commandLine(['tools'], { cwd, env }))).toMatchObject({ code: 0, err: '' });
});
