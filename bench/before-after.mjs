// What answers cost an agent and a server, before answers had a budget, indexes were kept and engines were reused (commit 94ef063),
// and now. A part of npm run bench:work. `node bench/before-after.mjs --before DIR` measures a build of that commit beside this one
// and stores what it finds in results/before.json; otherwise the stored figures are compared, scaled by a yardstick of CPU.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { RawClient } from './client.mjs';
import { putIntoPage } from './page.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const stored = join(here, 'results', 'before.json');
const TICKS_PER_SECOND = 100;

// Each is called once to warm up, then so many times.
const WORK = [
  { what: 'read_file of 255 KB', times: 20, tool: 'read_file', args: { path: 'lock.txt' } },
  { what: 'list_directory of 1,000 files', times: 20, tool: 'list_directory', args: { path: 'many' } },
  {
    what: 'list_directory, recursive, of the same',
    times: 20,
    tool: 'list_directory',
    args: { path: 'many', recursive: true },
  },
  {
    what: 'search_files by content, 1,000 files',
    times: 10,
    tool: 'search_files',
    args: { path: 'many', content: 'needle' },
  },
  {
    what: 'execute_command that prints 255 KB',
    times: 10,
    tool: 'execute_command',
    args: { command: 'cat lock.txt' },
  },
  {
    what: 'find_tools among 500 tools',
    times: 50,
    tool: 'find_tools',
    args: { query: 'greet a person in a language' },
  },
  { what: 'run, no calls inside', times: 60, tool: 'run', args: { command: '1 + 1' } },
  {
    what: 'run that lists 1,000 files',
    times: 20,
    tool: 'run',
    args: { command: "(await tools.list_directory({ path: 'many' })).length" },
  },
];

export async function beforeAndAfter(beforeDirectory) {
  const after = await measure(join(here, '..', 'dist', 'bin', 'toolwright.js'));
  const before = beforeDirectory
    ? await measure(join(beforeDirectory, 'dist', 'bin', 'toolwright.js'))
    : JSON.parse(readFileSync(stored, 'utf8'));
  if (beforeDirectory) writeFileSync(stored, `${JSON.stringify(before, null, 2)}\n`);
  const scale = after.yardstick / before.yardstick;
  const rows = WORK.map(({ what }) => {
    const [old, now] = [before.work[what], after.work[what]];
    const ratio = (value, base) => (value / base).toFixed(2);
    const cpu = `${old.cpu.toFixed(1)} | ${now.cpu.toFixed(1)} | ${ratio(now.cpu, old.cpu * scale)}`;
    return `| ${what} | ${cpu} | ${old.tokens} | ${now.tokens} | ${ratio(now.tokens, old.tokens)} |`;
  });
  const table = [
    '| | CPU before, ms | now, ms | ratio | tokens before | now | ratio |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
  putIntoPage('before and after', table);
  return table;
}

async function measure(command) {
  const ground = mkdtempSync(join(tmpdir(), 'toolwright-before-'));
  try {
    prepare(ground);
    const env = { PATH: process.env.PATH, HOME: ground, XDG_CONFIG_HOME: ground, MCP_TOOL_PREFIX: '' };
    const options = ['serve', '--root', '.', '--config', 'toolwright.yaml', '--tools-dir', 'tools'];
    const client = new RawClient([command, ...options], env, ground);
    await client.initialize();
    const work = {};
    for (const each of WORK) work[each.what] = await cost(client, each);
    await client.close();
    return { yardstick: yardstick(), work };
  } finally {
    rmSync(ground, { recursive: true, force: true });
  }
}

async function cost(client, { what, times, tool, args }) {
  const call = async () => JSON.parse(await client.request('tools/call', { name: tool, arguments: args }));
  const { result, error } = await call();
  if (error || result.isError) throw new Error(`${what}: ${JSON.stringify(error ?? result).slice(0, 300)}`);
  const texts = [
    ...result.content.map(({ text }) => text ?? ''),
    JSON.stringify(result.structuredContent ?? ''),
  ];
  const began = cpuMs(client.child.pid);
  for (let time = 0; time < times; time++) await call();
  // What a thread does to be ready for the next run belongs to the last one.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const cpu = (cpuMs(client.child.pid) - began) / times;
  return { cpu, tokens: encode(texts.join('\n'), { disallowedSpecial: new Set() }).length };
}

// Of the whole process, threads that have ended included; children are not.
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

// How fast this machine is at the moment: CPU of parsing and writing JSON.
function yardstick() {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `item ${id}` })));
  const began = process.cpuUsage();
  for (let time = 0; time < 30; time++) JSON.stringify(JSON.parse(text));
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function prepare(ground) {
  const lines = Array.from({ length: 6000 }, (_, n) => `    "node_modules/package-${n}": "1.${n}.0",`);
  writeFileSync(join(ground, 'lock.txt'), lines.join('\n').slice(0, 255_000));
  mkdirSync(join(ground, 'many'));
  for (let n = 0; n < 1000; n++)
    writeFileSync(
      join(ground, 'many', `file-${n}.txt`),
      `one\ntwo needle ${n} in a line of some words\nthree\n`,
    );
  mkdirSync(join(ground, 'tools'));
  for (let n = 0; n < 450; n++) {
    const subcommand = [
      { name: 'default', description: `Greets a person number ${n} in the language ${n % 40}.` },
    ];
    const definition = {
      name: `greet_${n}`,
      description: `Greeting ${n}.`,
      command: 'echo',
      synchronous: true,
      subcommand,
    };
    writeFileSync(join(ground, 'tools', `greet_${n}.json`), JSON.stringify(definition));
  }
  writeFileSync(join(ground, 'toolwright.yaml'), 'tools:\n  execute_command: { allowed_commands: [cat] }\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--before');
  process.stdout.write(`${await beforeAndAfter(at < 0 ? undefined : process.argv[at + 1])}\n`);
}
