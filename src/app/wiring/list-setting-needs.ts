import type { Config, PackName } from '../../config';
import type { ToolRegistry } from '../../registries/tool-registry';
import type { ToolShape } from '../../tool/tool';
import { storeAddress } from './find-store-address';
import { needsReader } from './make-answer-budget';

/** What decides whether settings count: the configuration, and what is served with it. */
export interface NeedsOf {
  readonly config: Config;
  readonly registry: ToolRegistry;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What some settings need so that they count. */
export interface SettingNeed {
  /** The settings, as in the file. */
  readonly of: readonly string[];
  readonly counts: (needs: NeedsOf) => boolean;
  /** What is missing, after "has no effect". */
  readonly without: string;
  readonly cure: string;
  /** Whether somebody relies on it for safety, so that a server without it doesn't start; of the others it warns. */
  readonly refused?: true;
  /** The settings that decide: an option or a variable turns them off for one start, and the file may stay as it is. */
  readonly decidedBy: readonly string[];
}

const ofPack = (pack: PackName, ...of: readonly string[]): SettingNeed => ({
  of,
  counts: (needs) => hasPack(needs, pack),
  without: `the pack ${pack} is off`,
  cure: `Add ${pack} to packs, or remove it.`,
  decidedBy: ['packs'],
});

/** What settings need beside themselves, wherever they are read; what is not listed always counts. */
export const SETTING_NEEDS: readonly SettingNeed[] = [
  {
    of: ['key', 'sync', 'on_failure', 'argument_length', 'file_size', 'keep_files'].map(
      (one) => `audit.${one}`,
    ),
    counts: ({ config }) => config.audit.dir !== undefined,
    without: 'nothing is recorded without audit.dir',
    cure: 'Set audit.dir, or remove it.',
    refused: true,
    decidedBy: [],
  },
  {
    of: ['sandbox.network', 'sandbox.readable', 'sandbox.writable'],
    counts: ({ config }) => config.sandbox.mode !== 'off',
    without: 'nothing runs in a sandbox that is off',
    cure: 'Set sandbox.mode to auto or required, or remove it.',
    refused: true,
    decidedBy: ['sandbox.mode'],
  },
  {
    of: ['limits.waiting'],
    counts: ({ config }) => config.limits.commands > 0,
    without: 'no command waits where limits.commands is 0',
    cure: 'Set limits.commands, or remove it.',
    decidedBy: ['limits.commands'],
  },
  {
    of: ['operations.queue', 'operations.work', 'operations.lease'],
    counts: ({ config }) => config.operations.engine !== 'memory',
    without: 'operations are shared with nobody',
    cure: 'Set operations.engine to the address of a Redis, or remove it.',
    decidedBy: ['operations.engine'],
  },
  {
    of: ['idempotency.lease'],
    counts: ({ config }) => storeAddress(config) !== undefined,
    without: 'keys are shared with nobody',
    cure: 'Set idempotency.store to the address of a Redis, or remove it.',
    decidedBy: ['idempotency.store', 'operations.engine'],
  },
  {
    of: ['answers.keep', 'answers.keep_bytes', 'answers.keep_seconds'],
    counts: ({ config, registry }) => needsReader(config, registry) || hasGrantedBudget(config),
    without: 'no answer is too large to send',
    cure: 'Set answers.budget, or remove it.',
    decidedBy: ['answers.budget'],
  },
  {
    of: ['clients.used_states'],
    counts: ({ config }) => config.clients.stateSecret !== undefined,
    without: 'states are shared with nobody',
    cure: 'Set clients.state_secret, or remove it.',
    decidedBy: [],
  },
  {
    of: ['telemetry.sample'],
    counts: ({ config }) => config.telemetry.mode !== 'off',
    without: 'nothing is traced',
    cure: 'Set telemetry.mode to auto or on, or remove it.',
    decidedBy: ['telemetry.mode'],
  },
  ofPack('utility', 'example_tools'),
  ofPack('guide', 'content.docroot'),
  ofPack('ai', 'ai.model'),
  ofPack('code', ...['timeout', 'memory', 'sanitize', 'aliases', 'snippets'].map((one) => `code.${one}`)),
  ofPack('web', 'web.timeout', 'web.max_bytes'),
  {
    of: ['web.search_url'],
    counts: (needs) => hasPack(needs, 'web') && Boolean(needs.env['BRAVE_API_KEY']),
    without: 'the tool that searches is not offered',
    cure: 'Set the environment variable BRAVE_API_KEY and add web to packs, or remove it.',
    decidedBy: ['packs'],
  },
  {
    of: ['web.allow_private'],
    counts: (needs) => hasPack(needs, 'web') || needs.registry.some(mayAskForAddress),
    without: 'no tool asks for an address',
    cure: 'Add web to packs, or remove it.',
    decidedBy: ['packs'],
  },
];

// A tool with a mistake in its class is told of by itself, and may be one.
function mayAskForAddress(tool: ToolShape): boolean {
  try {
    return tool.accesses?.some(({ kind }) => kind === 'address') === true;
  } catch {
    return true;
  }
}

function hasPack({ config }: NeedsOf, pack: PackName): boolean {
  return config.packs.includes(pack) || (pack === 'code' && config.expose !== 'all');
}

function hasGrantedBudget({ http }: Config): boolean {
  return [...Object.values(http.principals), ...Object.values(http.scopes)].some(
    ({ answerBudget }) => answerBudget > 0,
  );
}
