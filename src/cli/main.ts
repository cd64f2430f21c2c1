import { isError } from '../base/any-realm';
import { AnswerFailure } from './answer-failure';
import type { Command, Io } from './command';
import { COMMAND_NAMES, SUMMARIES, type CommandName } from './command-names';
import { isMistake } from '../app/app-mistakes';
import { version } from '../app/package-version';

/** All commands, imported on use. */
const COMMANDS: Readonly<Record<CommandName, () => Promise<{ command: Command }>>> = {
  serve: () => import('./commands/serve.js'),
  worker: () => import('./commands/worker.js'),
  dev: () => import('./commands/dev.js'),
  init: () => import('./commands/init.js'),
  new: () => import('./commands/new.js'),
  tools: () => import('./commands/tools.js'),
  describe: () => import('./commands/describe.js'),
  call: () => import('./commands/call.js'),
  inspect: () => import('./commands/inspect.js'),
  prompt: () => import('./commands/prompt.js'),
  read: () => import('./commands/read.js'),
  generate: () => import('./commands/generate.js'),
  config: () => import('./commands/config.js'),
  connect: () => import('./commands/connect.js'),
  pack: () => import('./commands/pack.js'),
  eval: () => import('./commands/eval.js'),
  cost: () => import('./commands/cost.js'),
  docs: () => import('./commands/docs.js'),
  lint: () => import('./commands/lint.js'),
  snapshot: () => import('./commands/snapshot.js'),
  diff: () => import('./commands/diff.js'),
  verify: () => import('./commands/verify.js'),
  policy: () => import('./commands/policy.js'),
  audit: () => import('./commands/audit.js'),
  doctor: () => import('./commands/doctor.js'),
  trust: () => import('./commands/trust.js'),
  untrust: () => import('./commands/untrust.js'),
  mtdf: () => import('./commands/mtdf.js'),
  token: () => import('./commands/token.js'),
  completion: () => import('./commands/completion.js'),
  complete: () => import('./commands/complete.js'),
};

/** Runs the command line; returns the exit code, or nothing while a server keeps running. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-v') return print(io, `${version()}\n`);
  const [about] = rest;
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && about === undefined))
    return print(io, overview());
  if (name === 'help') return main([about!, '--help'], io);
  const load = loaderOf(name);
  if (!load) return unknownCommand(name, io);
  const { command } = await load();
  try {
    if (asksForHelp(rest)) return print(io, await helpOf(command, rest, io));
    return await withApp(command, rest, io, (args, to) => command.run(args, to));
  } catch (error) {
    const failed = error instanceof AnswerFailure;
    if (!failed && !isMistake(error)) throw error;
    io.stderr(`toolwright ${name}: ${error.message}\n`);
    if (failed) for (const line of error.thrownAt) io.stderr(`${line}\n`);
    if (isError(error.cause) && isDebug(rest, io)) io.stderr(`${error.cause.stack}\n`);
    return failed ? 1 : 2;
  }
}

// After '--' it is an argument of a tool.
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? words.length : end).some((word) => word === '--help' || word === '-h');
}

// Read from the words themselves: where an app can't be loaded, its settings can't be either.
function isDebug(words: readonly string[], { env }: Io): boolean {
  const said = words.find((word) => word.startsWith('--log-level='))?.slice('--log-level='.length);
  const level =
    said ?? words[words.indexOf('--log-level') + 1 || words.length] ?? env['TOOLWRIGHT_LOG_LEVEL'];
  return level !== undefined && /^(?:debug|trace)$/i.test(level);
}

function loaderOf(name: string): (() => Promise<{ command: Command }>) | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name as CommandName] : undefined;
}

function print(io: Io, text: string): number {
  io.stdout(text);
  return 0;
}

async function unknownCommand(name: string, io: Io): Promise<number> {
  const { nearestNames } = await import('../base/names.js');
  const [nearest] = nearestNames(name, COMMAND_NAMES, 1);
  io.stderr(
    `toolwright: unknown command '${name}'${nearest ? `; did you mean '${nearest}'?` : "; 'toolwright help' lists them"}\n`,
  );
  return 2;
}

async function helpOf(command: Command, words: string[], io: Io): Promise<string> {
  const asked = words.filter((word) => word !== '--help' && word !== '-h');
  // Without a word about it, no app is asked.
  if (!command.help || (command.appUse && !asked.length)) return usageOf(command);
  const help = await withApp(command, asked, io, (args, to) => command.help!(args, to));
  return help ?? usageOf(command);
}

// A command that speaks of an app speaks of the one in the project it is run in.
async function withApp<T>(
  { appUse }: Command,
  args: string[],
  io: Io,
  run: (args: string[], io: Io) => Promise<T>,
): Promise<T> {
  if (!appUse) return run(args, io);
  const { withProjectApp } = await import('./project-app/with-project-app.js');
  return withProjectApp(args, io, appUse, run);
}

const SERVE_OPTIONS = `
  Serve options:
  --app FILE      the module that exports the app; found in a project of its own, 'toolwright' for the server that ships
  --config FILE   the configuration file
  …               and all that 'toolwright serve --help' lists, except --cwd
`;

function usageOf({ name, usage }: Command): string {
  const more = usage.includes('[serve options]') ? SERVE_OPTIONS : '';
  return `${SUMMARIES[name]}\n\n  ${usage}\n${more}`;
}

function overview(): string {
  const width = Math.max(...COMMAND_NAMES.map((name) => name.length));
  const lines = COMMAND_NAMES.map((name) => `  ${name.padEnd(width)}  ${SUMMARIES[name]}`);
  return [
    'Toolwright: MCP tools as annotated TypeScript classes.',
    '',
    'toolwright COMMAND',
    '',
    ...lines,
    '',
    'Run toolwright COMMAND --help for details.',
    '',
  ].join('\n');
}
