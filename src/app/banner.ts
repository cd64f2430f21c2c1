import { resolve } from 'node:path';
import { howMany } from '../base/how-many';
import { ENTRY_TOOLS } from './wiring/name-entry-tools';
import type { ToolShape } from '../tool/tool';
import type { Config, ConfigModel, Sources } from '../config';
import { namedOption } from '../config/named-option';
import { HIDDEN } from '../base/hidden';
import { shownCommand } from './banner-command';
import { SHIPPED_APP } from './shipped-app';
import { leftOutText, type UntrustedFile } from './workspace-trust';

/** What the banner needs to know about the server. */
export interface Served {
  readonly app: { readonly name: string; readonly version: string };
  readonly config: Pick<Config, 'prefix' | 'expose'>;
  readonly registry: {
    list(filter: { enabledOnly: boolean }): readonly ToolShape[];
    exposedName(tool: ToolShape): string;
  };
  readonly setup: {
    readonly exposure: { visible(tool: ToolShape): boolean };
    readonly request?: { readonly model?: ConfigModel | undefined };
  };
}

/** How the server was started, so that a client can do the same. */
export interface Started {
  /** Program and arguments; the package's command by default. */
  readonly command?: readonly string[];
  /** What was found and not used, and the directory it was found in. */
  readonly leftOut?: readonly UntrustedFile[];
  readonly cwd?: string;
  /** Whether it is an author's app, which the command has to be led to. */
  readonly isOwn?: boolean;
}

const WAYS: Readonly<Record<Config['expose'], { tool: string; verb: string } | undefined>> = {
  all: undefined,
  search: { tool: 'find_tools', verb: 'found' },
  code: { tool: 'run', verb: 'reached' },
};

// Options whose value is a file or directory, which a client may start the server far away from.
const NAMES_FILE: ReadonlySet<string> = new Set([
  '--app',
  '--tsconfig',
  '--config',
  '--root',
  '--tools-dir',
  '--docroot',
  '--config-dir',
  '--log-file',
  '--audit',
]);

// Others that may hold a relative path, and the ones above where the value is part of the word.
const HANGS_ON_DIRECTORY =
  /^--(?:prompts|module|contract|definitions-guidance|tools|sandbox-(?:readable|writable)|clients-used-states|http-(?:tokens|cert|key))(?:=|$)|^--(?:root|tools-dir|docroot|config-dir|log-file|audit)=|^-[dc]/;

const HIDDEN_NOTE = `${HIDDEN} stands for a secret of this command line: give it to the client as an environment variable.`;

const PUBLISHED = ['npx', '-y', 'toolwright', 'serve'];

/** The text shown when a server is started in a terminal: what it is, what it serves, how to connect a client. */
export function banner(
  served: Served,
  { command = PUBLISHED, leftOut = [], cwd = '.', isOwn = false }: Started = {},
): string {
  const { app, registry } = served;
  const { tools, through } = offered(served);
  const shown = shownCommand(command, served.setup.request?.model);
  const [program = '', ...args] = shown;
  const client = { mcpServers: { [app.name]: { command: program, args } } };
  const [first] = tools;
  const example = first && `Clients call them by names such as ${registry.exposedName(first)}.`;
  const server = isOwn ? ` --server ${quotedCommand(shown)}` : '';
  return [
    `${app.name} ${app.version}: an MCP server on stdio.`,
    '',
    `It serves ${howMany(tools.length, 'tool')}${through}:`,
    ...packLines(tools),
    ...(example ? [example] : []),
    '',
    ...(leftOut.length ? [`${leftOutText(leftOut, cwd)}.`, ''] : []),
    'It waits for a client to send JSON-RPC on stdin; there is nothing to type here.',
    'To connect a client, add this to its configuration:',
    '',
    JSON.stringify(client, null, 2),
    '',
    ...(shown.join() === command.join() ? [] : [HIDDEN_NOTE, '']),
    'To call a tool from a shell (--help shows its arguments):',
    '',
    `  npx toolwright call ${first?.name ?? 'NAME'} --help${server}`,
    '',
    "Press Ctrl+C to stop. 'npx toolwright help' lists all commands.",
    '',
  ].join('\n');
}

/** What of a start hangs on the directory it was made in. */
export interface StartPlace {
  readonly cwd: string;
  readonly sources: Sources;
  /** Whether it is an author's app, whose code may read and write there. */
  readonly isOwn: boolean;
  /** Whether the directory brings something that steers the server, trusted or not. */
  readonly brings?: boolean;
}

/**
 * Returns a command that starts the same server from any directory. Relative paths may stand in a configuration file, in options and in an
 * author's code, so where there is one of these, it starts in this working directory; else that is only the root.
 */
export function startCommand(
  argv: readonly string[],
  { cwd, sources, isOwn, brings = false }: StartPlace,
): string[] {
  const isNamed = namedOption(argv, 'config') !== undefined;
  const config = sources.file === undefined || isNamed ? [] : ['--config', sources.file];
  const words = argv.map((word, at) => (namesFile(argv[at - 1], word) ? resolve(cwd, word) : word));
  if (isOwn || sources.file !== undefined || brings || argv.some((word) => HANGS_ON_DIRECTORY.test(word)))
    return [...words, '--cwd', cwd, ...config];
  return sources.where('roots').source === 'default' ? [...words, '--root', cwd] : words;
}

function namesFile(option = '', value: string): boolean {
  return NAMES_FILE.has(option) && !(option === '--app' && value === SHIPPED_APP);
}

// One argument of a shell, which the command takes apart again.
function quotedCommand(command: readonly string[]): string {
  return `"${command.map((word) => (/[\s"']/.test(word) ? `'${word}'` : word)).join(' ')}"`;
}

function packLines(tools: readonly ToolShape[]): string[] {
  const byPack = new Map<string, string[]>();
  for (const { pack = 'own', name } of tools) byPack.set(pack, [...(byPack.get(pack) ?? []), name]);
  const width = Math.max(0, ...[...byPack.keys()].map((pack) => pack.length));
  return [...byPack].map(
    ([pack, names]) => `  ${pack.padEnd(width)}  ${String(names.length).padStart(3)}  ${shortened(names)}`,
  );
}

function shortened(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(', ');
  return names.length > 4 ? `${shown}, …` : shown;
}

// The listed tools; or, if only tools for finding others are listed, those others.
function offered({ config, registry, setup }: Served): { tools: readonly ToolShape[]; through: string } {
  const enabled = registry.list({ enabledOnly: true });
  const listed = enabled.filter((tool) => setup.exposure.visible(tool));
  const way = WAYS[config.expose];
  if (!way || !listed.some(({ name }) => name === way.tool)) return { tools: listed, through: '' };
  return {
    tools: enabled.filter((tool) => !listed.includes(tool) && tool.name !== ENTRY_TOOLS.caller),
    through: `, ${way.verb} through ${way.tool}`,
  };
}
