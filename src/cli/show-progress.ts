import type { Progress } from '../tool-context';
import { printable } from './ask-in-terminal';
import type { StatusLine } from './status-line';

// A call that takes longer than this shows that it is still running.
const TICK_MS = 1_000;

/** The progress of a call, as it is shown. */
export interface ShownProgress {
  update(progress: Progress): void;
  /** Takes it off the screen while something else is shown, such as a question. */
  pause(): void;
  resume(): void;
  clear(): void;
}

/**
 * Shows the progress of a call on stderr: in a terminal one line that is rewritten, with the seconds so far; in a pipe
 * one line for each update.
 */
export function showProgress({ io, ...line }: StatusLine, name: string): ShownProgress {
  const { terminal, stderr } = io;
  const nothing = (): void => undefined;
  if (!terminal)
    return {
      update: (progress) => stderr(`${textOf(progress)}\n`),
      pause: nothing,
      resume: nothing,
      clear: nothing,
    };
  let latest = '';
  let seconds = 0;
  let paused = false;
  const show = (): void => {
    if (paused || (seconds === 0 && !latest)) return;
    const time = seconds ? `${seconds} s ` : '';
    line.show(`${name} ${time}${latest}`.slice(0, terminal.columns - 1));
  };
  const timer = setInterval(() => {
    seconds++;
    show();
  }, TICK_MS);
  return {
    update: (progress) => {
      latest = textOf(progress);
      show();
    },
    pause: () => {
      paused = true;
      line.hide();
    },
    resume: () => {
      paused = false;
      show();
    },
    clear: () => {
      clearInterval(timer);
      line.hide();
    },
  };
}

function textOf({ progress, total, message }: Progress): string {
  const amount = total === undefined ? String(progress) : `${progress}/${total}`;
  return [amount, message && printable(message).replace(/\s+/g, ' ')].filter(Boolean).join(' ');
}
