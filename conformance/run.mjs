// npm run conformance: builds the server of this folder, installs the official suite in both released lines and the Node it
// needs into a temporary directory, and runs every required scenario of both revisions over HTTP and through the stdio bridge.
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBridge } from './bridge.mjs';
import { NOT_APPLICABLE, RUNS } from './scenarios.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);

compile();
const suites = process.env.CONFORMANCE_SUITES ?? install();
const server = [process.execPath, join(here, 'dist', 'server.js')];
const transports = { HTTP: await startHttp(server), stdio: await startBridge(server) };
let failed = 0;
try {
  for (const [name, { url }] of Object.entries(transports))
    for (const { title, suite, args } of RUNS) failed += await run(`${name}, ${title}`, suite, url, args);
} finally {
  for (const transport of Object.values(transports)) transport.close();
  if (!process.env.CONFORMANCE_SUITES) rmSync(suites, { recursive: true, force: true });
}
process.stdout.write(failed ? `\n${failed} scenarios failed\n` : '\nEvery scenario that applies passes\n');
process.exit(failed ? 1 : 0);

// The classes state their types, so no decorator metadata is needed.
function compile() {
  const ts = createRequire(join(root, 'package.json'))('typescript');
  const { ES2022: target } = ts.ScriptTarget;
  const compilerOptions = { target, module: ts.ModuleKind.CommonJS, experimentalDecorators: true };
  mkdirSync(join(here, 'dist'), { recursive: true });
  writeFileSync(join(here, 'dist', 'package.json'), '{ "type": "commonjs" }\n');
  for (const file of readdirSync(here).filter((name) => name.endsWith('.ts'))) {
    const { outputText } = ts.transpileModule(readFileSync(join(here, file), 'utf8'), {
      compilerOptions,
      fileName: file,
    });
    writeFileSync(join(here, 'dist', file.replace(/\.ts$/, '.js')), outputText);
  }
  // Internal to the package, and needed by the bridge.
  createRequire(join(root, 'package.json'))('esbuild').buildSync({
    entryPoints: [join(root, 'src', 'serve', 'modern', 'modern-headers.ts')],
    outfile: join(here, 'dist', 'headers.js'),
    bundle: true,
    platform: 'node',
    external: ['@modelcontextprotocol/*', 'zod'],
  });
  const link = join(here, 'node_modules', 'toolwright');
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(root, link, 'junction');
}

function install() {
  const directory = mkdtempSync(join(tmpdir(), 'toolwright-conformance-'));
  for (const [name, packages] of Object.entries({
    released: ['@modelcontextprotocol/conformance@0.1.16', `node-${process.platform}-${process.arch}@22`],
    next: ['@modelcontextprotocol/conformance@0.2.0-alpha.12'],
  })) {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, 'package.json'), '{}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd: join(directory, name),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return directory;
}

// Starts the server on a free port; returns its address as soon as it says it.
function startHttp([program, ...words]) {
  const child = spawn(program, [...words, '--http', '0'], { stdio: ['ignore', 'inherit', 'pipe'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
      const url = /MCP server on (\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve({ url, close: () => child.kill() });
    });
    child.on('close', () => reject(new Error(`the server ended: ${text}`)));
  });
}

// The suite's own exit code counts scenarios that don't apply, so each is run by itself and judged here.
async function run(title, suite, url, args) {
  const node = join(
    suites,
    'released',
    'node_modules',
    `node-${process.platform}-${process.arch}`,
    'bin',
    'node',
  );
  const command = join(
    suites,
    suite,
    'node_modules',
    '@modelcontextprotocol',
    'conformance',
    'dist',
    'index.js',
  );
  const output = await new Promise((resolve) => {
    let text = '';
    const child = spawn(node, [command, 'server', '--url', url, ...args], { cwd: suites });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.on('close', () => resolve(text));
  });
  const verdicts = [...output.matchAll(/^([✓✗]) ([a-z][\w/-]+): (.*)$/gm)].map(([, mark, name, rest]) => ({
    mark,
    name,
    rest,
  }));
  const bad = verdicts.filter(({ mark, name }) => mark === '✗' && !NOT_APPLICABLE[name]);
  const excused = verdicts.filter(({ mark, name }) => mark === '✗' && NOT_APPLICABLE[name]);
  process.stdout.write(
    `${title}: ${verdicts.filter(({ mark }) => mark === '✓').length} of ${verdicts.length - excused.length} pass\n`,
  );
  for (const { name, rest } of bad) process.stdout.write(`  failed: ${name}: ${rest}\n`);
  for (const { name } of excused)
    process.stdout.write(`  does not apply: ${name}: ${NOT_APPLICABLE[name]}\n`);
  if (!verdicts.length || bad.length || process.env.CONFORMANCE_VERBOSE) process.stdout.write(output);
  return verdicts.length ? bad.length : 1;
}
