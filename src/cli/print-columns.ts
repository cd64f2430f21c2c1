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

/** Returns the first line of a description that says something: a full description begins with a heading. */
export function purposeIn(description: string): string {
  return description.replace(/^## Description\s+/, '').split('\n', 1)[0]!;
}

function cutTo(room: number, text: string): string {
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}
