// npm run bench [-- --quick] [--check] [--only NAME,…]: installs the peers, measures all servers in turn, stores the results. `--brief`
// measures no peers, judges CPU time alone and stores nothing: for CI.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compare, compareCpu, comparisonTable } from './check.mjs';
import { installSize, ownInstallSize } from './install-size.mjs';
import { visit } from './measure.mjs';
import { putIntoPage } from './page.mjs';
import { plotOf } from './plot.mjs';
import { readmeTable } from './readme-table.mjs';
import { mediansOf, ratiosOf, tableOf } from './report.mjs';
import { eagerServer, extraServers, fullCommand, readmeServer, servers, YARDSTICK } from './servers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..');

const CALLS = { limitMs: 90_000, idleMs: 200, lists: 9, warmUp: 500, oneByOne: 2000, flooded: 20_000 };
const FEWER = { limitMs: 60_000, idleMs: 100, lists: 5, warmUp: 1500, oneByOne: 500, flooded: 8000 };
const FULL = {
  0: { rounds: 7, plan: CALLS },
  1000: { rounds: 5, plan: FEWER },
  10000: { rounds: 3, plan: FEWER },
};
const QUICK = {
  0: { rounds: 3, plan: FEWER },
  1000: { rounds: 1, plan: { ...FEWER, flooded: 2000 } },
};

// Long enough for what a start leaves to V8's other threads, which would count for the lists otherwise.
const START = { limitMs: 60_000, idleMs: 300, lists: 5, coldOnly: true };
const BRIEF = {
  0: { rounds: 3, plan: { ...FEWER, idleMs: 20, oneByOne: 1, flooded: 5000 } },
  1000: { rounds: 3, plan: START },
  10000: { rounds: 2, plan: START },
};

const { values: options } = parseArgs({
  options: {
    brief: { type: 'boolean' },
    quick: { type: 'boolean' },
    check: { type: 'boolean' },
    only: { type: 'string' },
    rounds: { type: 'string' },
  },
});

const plans = options.brief ? BRIEF : options.quick ? QUICK : FULL;
const only = options.brief ? ['toolwright', YARDSTICK] : options.only?.split(',');
const chosen = servers.filter(({ name }) => !only || only.includes(name));
const all = [...servers, readmeServer, fullCommand, eagerServer];
prepare();
const goals = options.brief ? await judgeBriefly() : await judgeAndStore();
if (options.check && !goals.every(({ within }) => within)) process.exitCode = 1;

async function judgeAndStore() {
  const { medians, ratios, measured } = await measureAll(chosen, plans);
  const goals = compare(ratios);
  store({ medians, ratios, measured, goals, installs: installs(), machine: machine() });
  return goals;
}

// What else a machine does can make a few measurements dearer; what a change made dearer stays so in every one.
async function judgeBriefly() {
  let goals = compareCpu((await measureAll(chosen, plans)).ratios);
  process.stdout.write(`${comparisonTable(goals)}\n`);
  for (let again = 0; again < 2 && !goals.every(({ within }) => within); again++) {
    const repeated = compareCpu((await measureAll(chosen, plans)).ratios);
    goals = goals.map((goal, at) => (goal.ratio <= repeated[at].ratio ? goal : repeated[at]));
    process.stdout.write(`Measured again, the lower of each:\n${comparisonTable(goals)}\n`);
  }
  return goals;
}

// The peers come from their own lock file; Toolwright is built if necessary, and the bench's server is compiled, with its
// manifests.
function prepare() {
  const installed = join(here, 'node_modules', '.package-lock.json');
  if (
    !options.brief &&
    (!existsSync(installed) ||
      statSync(installed).mtimeMs < statSync(join(here, 'package-lock.json')).mtimeMs)
  ) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
  }
  if (!existsSync(join(root, 'dist', 'bin', 'toolwright.js'))) {
    execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
  }
  execFileSync(process.execPath, [join(here, 'toolwright', 'build.mjs'), ...Object.keys(plans)], {
    stdio: 'inherit',
  });
}

// In each round every server runs once, each time starting with another: disturbances affect all of them.
async function measureAll(chosen, plans) {
  const measured = {};
  for (const [tools, { rounds, plan }] of Object.entries(plans)) {
    const figures = {};
    const times = Number(options.rounds ?? rounds);
    const extra = extraServers(Number(tools)).filter((server) => !options.brief || server !== eagerServer);
    const visitors = [...chosen, ...extra];
    for (let round = 0; round < times; round++) {
      for (let turn = 0; turn < visitors.length; turn++) {
        const server = visitors[(round + turn) % visitors.length];
        process.stderr.write(`\r${tools} tools, round ${round + 1} of ${times}: ${server.title.padEnd(34)}`);
        try {
          (figures[server.name] ??= []).push(await visit(server, Number(tools), plan));
        } catch (error) {
          process.stderr.write(`\n${server.title}: ${error.message}\n`);
        }
      }
    }
    measured[tools] = figures;
  }
  process.stderr.write('\n');
  return { measured, ...summary(measured) };
}

function summary(measured) {
  const medians = {};
  const ratios = {};
  for (const [tools, figures] of Object.entries(measured)) {
    const inOrder = all.filter(({ name }) => figures[name]?.length);
    medians[tools] = Object.fromEntries(inOrder.map(({ name }) => [name, mediansOf(figures[name])]));
    ratios[tools] = ratiosOf(medians[tools]);
  }
  return { medians, ratios };
}

function installs() {
  return Object.fromEntries(
    servers.map((server) => [
      server.name,
      server.ours ? ownInstallSize(root) : installSize(here, server.packages),
    ]),
  );
}

function machine() {
  const processors = cpus();
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: processors[0]?.model ?? '?',
    cores: processors.length,
  };
}

function store({ medians, ratios, measured, installs, goals, machine }) {
  const mode = options.quick ? 'quick' : 'full';
  const titles = Object.fromEntries(all.map(({ name, title }) => [name, title]));
  const sections = Object.entries(medians).map(
    ([tools, results]) =>
      `## ${tools === '0' ? 'Two tools' : `${Number(tools).toLocaleString('en')} tools more`}\n\n${tableOf(results, titles)}`,
  );
  const sizes = Object.entries(installs).map(
    ([name, { packages, installMiB }]) => `| ${titles[name]} | ${packages} | ${installMiB.toFixed(1)} |`,
  );
  const markdown = [
    `# Bench, ${mode} run`,
    `Medians; in brackets the ratio to the bare SDK 1 Server of the same run. Node ${machine.node}, ${machine.platform}, ${machine.cores} × ${machine.cpu}.`,
    ...sections,
    `## Installed\n\n| | packages | MiB |\n|---|---:|---:|\n${sizes.join('\n')}`,
    `## Goals\n\n${comparisonTable(goals)}`,
    '',
  ].join('\n\n');
  const directory = join(here, 'results');
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, `${mode}.json`),
    `${JSON.stringify({ machine, medians, ratios, installs, goals, measured }, null, 1)}\n`,
  );
  writeFileSync(join(directory, `${mode}.md`), markdown);
  writeFileSync(join(directory, `${mode}.svg`), plotOf(ratios, titles));
  if (mode === 'full' && !options.only) {
    const tables = markdown
      .replace(/^# .*\n+/, '')
      .replace(/^## /gm, '### ')
      .trim();
    putIntoPage('tables', tables);
    putIntoPage('how fast', readmeTable(medians), 'README.md');
  }
  process.stdout.write(`${markdown}\nStored in bench/results/${mode}.{md,json,svg}\n`);
}
