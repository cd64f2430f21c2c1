import type { Io } from './command';

/** The last line of a terminal, written anew again and again; whatever else goes to stderr through its `io` is printed above it. */
export interface StatusLine {
  readonly io: Io;
  readonly show: (text: string) => void;
  readonly hide: () => void;
}

const ANEW = '\r\u001b[K';

/** Returns a status line on stderr, which takes no room until it is shown. */
export function statusLine(io: Io): StatusLine {
  let shown = '';
  const show = (text: string): void => {
    if (text || shown) io.stderr(`${ANEW}${text}`);
    shown = text;
  };
  const stderr = (text: string): void => {
    if (!shown) return io.stderr(text);
    io.stderr(`${ANEW}${text}`);
    // What ends within a line is gone on with there.
    if (text.endsWith('\n')) io.stderr(shown);
    else shown = '';
  };
  return { io: { ...io, stderr }, show, hide: () => show('') };
}
