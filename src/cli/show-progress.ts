import type { Progress } from '../tool-context';
import { printable } from './ask-in-terminal';
import type { Io } from './command';

/** Shows the progress of a call on stderr: one line that is rewritten in a terminal, one line each in a pipe. */
export function showProgress(io: Io): { update: (progress: Progress) => void; clear: () => void } {
  const { terminal, stderr } = io;
  if (!terminal) return { update: (progress) => stderr(`${textOf(progress)}\n`), clear: () => undefined };
  let shown = false;
  return {
    update: (progress) => {
      shown = true;
      stderr(`\r\u001b[K${textOf(progress).slice(0, terminal.columns - 1)}`);
    },
    clear: () => {
      if (shown) stderr('\r\u001b[K');
    },
  };
}

function textOf({ progress, total, message }: Progress): string {
  const amount = total === undefined ? String(progress) : `${progress}/${total}`;
  return [amount, message && printable(message).replace(/\s+/g, ' ')].filter(Boolean).join(' ');
}
