import type { Command, Io } from './command';
import { isMistake } from '../app/mistakes';
import { version } from '../app/version';

/** All commands, imported on use. */
const COMMANDS: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  serve: () => import('./commands/serve.js'),
  init: () => import('./commands/init.js'),
  tools: () => import('./commands/tools.js'),
  call: () => import('./commands/call.js'),
  generate: () => import('./commands/generate.js'),
  config: () => import('./commands/config.js'),
  cost: () => import('./commands/cost.js'),
  policy: () => import('./commands/policy.js'),
  mtdf: () => import('./commands/mtdf.js'),
  new: () => import('./commands/new.js'),
};

/** Runs the command line; returns the exit code, or nothing while a server keeps running. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-v') return print(io, `${version()}\n`);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return print(io, await help(rest[0]));
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) return unknownCommand(name, io);
  const { command } = await load();
  if (rest.includes('--help') || rest.includes('-h'))
    return print(io, `${command.summary}\n\n  ${command.usage}\n`);
  try {
    return await command.run(rest, io);
  } catch (error) {
    if (!isMistake(error)) throw error;
    io.stderr(`toolwright ${name}: ${error.message}\n`);
    return 2;
  }
}

function print(io: Io, text: string): number {
  io.stdout(text);
  return 0;
}

async function unknownCommand(name: string, io: Io): Promise<number> {
  const { nearestNames } = await import('../base/names.js');
  const [nearest] = nearestNames(name, Object.keys(COMMANDS), 1);
  io.stderr(
    `toolwright: unknown command '${name}'${nearest ? `; did you mean '${nearest}'?` : ''}\n\n${await help()}`,
  );
  return 2;
}

async function help(only?: string): Promise<string> {
  const load = only !== undefined && Object.hasOwn(COMMANDS, only) ? COMMANDS[only] : undefined;
  if (load) {
    const { command } = await load();
    return `${command.summary}\n\n  ${command.usage}\n`;
  }
  const commands = await Promise.all(Object.values(COMMANDS).map(async (each) => (await each()).command));
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
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
