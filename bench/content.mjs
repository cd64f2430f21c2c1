// node bench/content.mjs: 20,000 documents served by the built command; the time of content calls, and of calls meanwhile.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const DOCUMENTS = 20_000;
const FOLDERS = 20;
const ROUNDS = 15;
const command = fileURLToPath(new URL('../dist/bin/toolwright.js', import.meta.url));

const home = mkdtempSync(join(tmpdir(), 'toolwright-bench-content-'));
try {
  makeDocuments();
  const client = await connect();
  await call(client, 'category_add', { name: 'big', patterns: ['**/*.md'] });
  await call(client, 'category_add', { name: 'flat', dir: 'flat' });
  const rows = [];
  rows.push(await measure(client, 'one of 20,000 in one folder, by name', 'flat/n7777.md'));
  rows.push(await measure(client, 'the same without its extension', 'flat/n7777'));
  rows.push(await measure(client, 'twenty of 20,000 in twenty folders, by search', 'big/**/n777.md'));
  rows.push(await measure(client, 'the first hundred of 20,000', 'big'));
  console.log('| what | median ms | slowest ms | another call meanwhile, median ms | slowest ms |');
  console.log('|---|---|---|---|---|');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  await client.close();
} finally {
  rmSync(home, { recursive: true, force: true });
}

function makeDocuments() {
  mkdirSync(join(home, 'shop'));
  mkdirSync(join(home, 'docs', 'flat'), { recursive: true });
  for (let index = 0; index < DOCUMENTS; index++)
    writeFileSync(join(home, 'docs', 'flat', `n${index}.md`), `${index}\n`);
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(home, 'docs', 'big', `f${folder}`), { recursive: true });
    for (let index = 0; index < DOCUMENTS / FOLDERS; index++) {
      writeFileSync(join(home, 'docs', 'big', `f${folder}`, `n${index}.md`), `${folder} ${index}\n`);
    }
  }
}

async function connect() {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const args = [
    command,
    'serve',
    '--prefix',
    '',
    '--config-dir',
    home,
    '--pack',
    'guide',
    '--pack',
    'utility',
  ];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: join(home, 'shop'), stderr: 'inherit' }),
  );
  return client;
}

async function measure(client, what, expression) {
  const own = [];
  const others = [];
  for (let round = 0; round < ROUNDS; round++) {
    let done = false;
    const content = timed(() => call(client, 'get_content', { expression })).finally(() => (done = true));
    while (!done)
      others.push(await timed(() => client.callTool({ name: 'echo', arguments: { message: 'hello' } })));
    own.push(await content);
  }
  return [what, median(own), Math.max(...own).toFixed(1), median(others), Math.max(...others).toFixed(1)];
}

async function call(client, name, args) {
  const { content } = await client.callTool({ name, arguments: args });
  const answer = JSON.parse(content[0].text);
  if (!answer.success || String(answer.value).startsWith('No matching')) throw new Error(content[0].text);
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)].toFixed(1);
}
