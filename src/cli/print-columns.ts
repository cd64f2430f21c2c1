import { titleOf } from '../tool/markdown';
import type { Io } from './command';
import { paintFor } from './terminal-colours';

/** Lays out rows in two columns for stdout; the second takes the first line of its text, cut to the width of a terminal. */
export function columns(
  rows: readonly (readonly [string, string])[],
  io: Pick<Io, 'env' | 'isTerminal' | 'terminal'>,
): string {
  const width = Math.max(0, ...rows.map(([first]) => first.length));
  const { bold } = paintFor(io, 'stdout');
  const room = io.isTerminal?.stdout
    ? Math.max(20, (io.terminal?.columns ?? Infinity) - width - 2)
    : Infinity;
  return rows
    .map(([first, second]) => {
      const gap = ' '.repeat(width - first.length + 2);
      const text = cutTo(room, second.split('\n', 1)[0]!);
      return `${bold(first)}${text && `${gap}${text}`}`.trimEnd() + '\n';
    })
    .join('');
}

/** Returns the first line that the author of a description wrote: a full one begins with a heading, and may go on with the name. */
export function purposeIn(description: string, { name, title = name }: NamedThing): string {
  const [first = '', second] = description
    .replace(/^## Description\s+/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const isName =
    first !== description && first !== '' && [titleOf(name), title].some((made) => made.startsWith(first));
  return isName && second !== undefined && !second.startsWith('## ') ? second : first;
}

interface NamedThing {
  readonly name: string;
  readonly title?: string;
}

function cutTo(room: number, text: string): string {
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}
