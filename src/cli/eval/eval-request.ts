import type { Limits } from '../../eval';
import type { OptionValues, OwnOptions } from '../../config';
import { UsageError } from '../command';

/** The options of `toolwright eval` besides those that name a server. */
export const EVAL_OPTIONS = {
  json: { type: 'boolean' },
  model: { type: 'string' },
  api: { type: 'string' },
  'base-url': { type: 'string' },
  runs: { type: 'string' },
  concurrency: { type: 'string' },
  'request-timeout': { type: 'string' },
  retries: { type: 'string' },
  'max-output': { type: 'string' },
  temperature: { type: 'string' },
  'token-limit': { type: 'string' },
  'cost-limit': { type: 'string' },
  'price-in': { type: 'string' },
  'price-out': { type: 'string' },
  'run-tools': { type: 'boolean' },
  turns: { type: 'string' },
  against: { type: 'string' },
  reword: { type: 'string' },
  save: { type: 'string' },
  replay: { type: 'string' },
  min: { type: 'string' },
} as const satisfies OwnOptions;

/** What was asked for, checked. */
export interface EvalRequest {
  readonly json: boolean;
  readonly model?: string;
  readonly api?: 'anthropic' | 'openai';
  readonly baseUrl?: string;
  readonly runs: number;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly maxOutput: number;
  readonly temperature?: number;
  readonly limits: Limits;
  readonly runTools: boolean;
  readonly turns: number;
  readonly against?: string;
  readonly reword?: string;
  readonly save?: string;
  readonly min?: number;
}

const NEEDS_MODEL = [
  ...([
    'api',
    'base-url',
    'runs',
    'concurrency',
    'request-timeout',
    'retries',
    'max-output',
    'temperature',
  ] as const),
  ...(['token-limit', 'cost-limit', 'price-in', 'price-out', 'run-tools', 'turns', 'save'] as const),
];

/** Checks the options of a command line. */
export function evalRequest(options: OptionValues): EvalRequest {
  const text = (name: keyof typeof EVAL_OPTIONS): string | undefined => {
    const value = options[name];
    return typeof value === 'string' ? value : undefined;
  };
  const model = text('model');
  const useless = model === undefined && NEEDS_MODEL.find((name) => options[name] !== undefined);
  if (useless) throw new UsageError(`--${useless}: only goes with --model`);
  const number = (
    name: keyof typeof EVAL_OPTIONS,
    { least = 0, most = Infinity, whole = true } = {},
  ): number | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    const value = Number(given);
    if (given.trim() === '' || !(value >= least && value <= most) || (whole && !Number.isInteger(value)))
      throw new UsageError(
        `--${name} takes a ${whole ? 'whole ' : ''}number ${most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`}, got '${given}'`,
      );
    return value;
  };
  const api = text('api');
  if (api !== undefined && api !== 'anthropic' && api !== 'openai')
    throw new UsageError(`--api: '${api}' is neither anthropic nor openai`);
  if (options['against'] !== undefined && options['reword'] !== undefined)
    throw new UsageError('--against and --reword: choose one of them');
  const runTools = options['run-tools'] === true;
  if (runTools && options['against'] !== undefined)
    throw new UsageError('--run-tools: the tools of --against are only listed, so they can’t be run');
  if (!runTools && options['turns'] !== undefined)
    throw new UsageError('--turns: only goes with --run-tools');
  const baseUrl = text('base-url');
  if (baseUrl !== undefined && !/^https?:\/\//.test(baseUrl))
    throw new UsageError(`--base-url: '${baseUrl}' is not an address; write it as http://HOST:PORT/v1`);
  const least = { least: 1 };
  return {
    json: options['json'] === true,
    ...defined({ model, api, baseUrl, against: text('against'), reword: text('reword'), save: text('save') }),
    ...defined({
      temperature: number('temperature', { most: 2, whole: false }),
      min: number('min', { most: 1, whole: false }),
    }),
    runs: number('runs', least) ?? 3,
    concurrency: number('concurrency', { least: 1, most: 100 }) ?? 4,
    timeoutMs: (number('request-timeout', { least: 1, most: 3600 }) ?? 60) * 1000,
    retries: number('retries', { most: 20 }) ?? 4,
    maxOutput: number('max-output', least) ?? 1024,
    limits: limitsOf(number('token-limit', least), number('cost-limit', { whole: false }), [
      number('price-in', { whole: false }),
      number('price-out', { whole: false }),
    ]),
    runTools,
    turns: runTools ? (number('turns', { least: 1, most: 50 }) ?? 6) : 1,
  };
}

function limitsOf(
  tokens: number | undefined,
  money: number | undefined,
  [input, output]: readonly [number | undefined, number | undefined],
): Limits {
  if ((input === undefined) !== (output === undefined))
    throw new UsageError('--price-in and --price-out: give both, in dollars for a million tokens');
  if (money !== undefined && input === undefined)
    throw new UsageError('--cost-limit needs --price-in and --price-out, in dollars for a million tokens');
  return { tokens, money, ...(input !== undefined && { prices: { input, output: output! } }) };
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
