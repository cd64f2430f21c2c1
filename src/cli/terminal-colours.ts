import type { Paint } from '../base/colours';
import type { Io } from './command';

const PLAIN: Paint = { red: same, green: same, yellow: same, dim: same, bold: same };
const COLOURS: Paint = {
  red: within(31, 39),
  green: within(32, 39),
  yellow: within(33, 39),
  dim: within(2, 22),
  bold: within(1, 22),
};

/** Returns the colours for stdout or stderr: none in a pipe or with `NO_COLOR`, always with `FORCE_COLOR`. */
export function paintFor(
  { env, isTerminal }: Pick<Io, 'env' | 'isTerminal'>,
  stream: 'stdout' | 'stderr',
): Paint {
  if (env['NO_COLOR']) return PLAIN;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced === '0' || forced === 'false' ? PLAIN : COLOURS;
  return isTerminal?.[stream] && env['TERM'] !== 'dumb' ? COLOURS : PLAIN;
}

function same(text: string): string {
  return text;
}

function within(on: number, off: number): (text: string) => string {
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`;
}
