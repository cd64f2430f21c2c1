import type { Command, Io } from '../command';
import { COMMAND_NAMES } from '../command-names';
import { CONNECT_OPTIONS } from '../connect/connect-options';
import { flagsOf, type Flag } from '../call-flags/call-flag';
import { findFlag } from '../call-flags/find-flag';
import { isWorthNo, flagSpellingOf } from '../call-flags/flag-spelling';
import { splitWords } from '../call-flags/split-call-words';
import { parseCommandLine } from '../parse-command-line';
import { PACK_KINDS } from '../pack/pack-kinds';
import { takeProjectApp } from '../project-app/take-project-app';
import { knownOptions, openPeer } from '../open-peer';

interface OwnWords {
  words(): Promise<readonly string[]>;
  /** Whether several of them may be given. */
  readonly isRepeated?: true;
}

const fixed = (...words: readonly string[]): OwnWords => ({ words: () => Promise.resolve(words) });

// The words that a command takes first, whatever app it is run for.
const WORDS: Readonly<Record<string, OwnWords>> = {
  completion: fixed('bash', 'zsh', 'fish'),
  help: fixed(...COMMAND_NAMES),
  new: fixed('app', 'tool', 'prompt', 'resource'),
  audit: fixed('verify', 'show', 'explain'),
  mtdf: fixed('validate', 'schema'),
  policy: fixed('explain'),
  pack: { ...fixed(...PACK_KINDS), isRepeated: true },
  connect: {
    words: async () => (await import('../connect/client-profiles.js')).CLIENTS.map(({ id }) => id),
  },
};

/** Answers the completion scripts: one candidate a line for the last word. */
export const command: Command = {
  name: 'complete',
  usage: 'toolwright complete -- WORD…',
  async run(args, io) {
    const { positionals: words } = parseCommandLine({ args, options: {}, allowPositionals: true });
    const typed = words.at(-1) ?? '';
    const candidates = await candidatesFor(words.slice(0, -1), typed, io).catch(() => []);
    const fitting = candidates.filter((candidate) => candidate.startsWith(typed));
    io.stdout(fitting.map((candidate) => `${candidate}\n`).join(''));
    return 0;
  },
};

async function candidatesFor(before: readonly string[], typed: string, io: Io): Promise<string[]> {
  const [name, ...rest] = before;
  if (name === undefined) return [...COMMAND_NAMES];
  const own = WORDS[name];
  if (own && !typed.startsWith('-')) {
    const given = rest.filter((word) => !word.startsWith('-'));
    if (!given.length || own.isRepeated) return (await own.words()).filter((word) => !given.includes(word));
  }
  const { args: words } = await takeProjectApp(rest, io, 'calls');
  const known = await knownOptions(words, io);
  const more = name === 'connect' ? CONNECT_OPTIONS : [];
  const options = [...more, ...Object.keys(known).map((option) => `--${option}`)];
  if (!['call', 'describe', 'tools', 'prompt', 'read'].includes(name))
    return typed.startsWith('-') ? options : [];
  const split = splitWords(words, known);
  const { peer } = await openPeer(split.own, io);
  try {
    if (name === 'prompt' && split.name === undefined)
      return (await peer.prompts()).map((prompt) => prompt.name);
    if (name === 'read') return (await peer.resources()).map((resource) => resource.uri);
    const tools = await peer.tools();
    if (split.name === undefined) return typed.startsWith('-') ? options : tools.map((tool) => tool.name);
    const tool = tools.find((each) => each.name === split.name);
    return tool && name === 'call' ? flagCandidates(flagsOf(tool.inputSchema), split.rest) : [];
  } finally {
    await peer.close();
  }
}

function flagCandidates(flags: readonly Flag[], rest: readonly string[]): string[] {
  const last = rest.at(-1);
  const named = (word: string | undefined) =>
    word?.startsWith('--') ? findFlag(nameIn(word), flags) : undefined;
  const open = last?.includes('=') ? undefined : named(last);
  if (open && !open.off && open.flag.kind !== 'switch') return (open.flag.schema.enum ?? []).map(String);
  const given = new Set(rest.flatMap((word) => named(word)?.flag ?? []));
  return flags
    .filter((flag) => flag.kind === 'list' || !given.has(flag))
    .flatMap((flag) => {
      const { on, off, none } = flagSpellingOf(flag, flags);
      return [on, isWorthNo(flag) ? off : undefined, none].filter(
        (word): word is string => word?.startsWith('--') === true,
      );
    });
}

function nameIn(word: string): string {
  return word.slice('--'.length).split('=', 1)[0]!;
}
