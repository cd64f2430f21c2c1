import type { Io } from '../command';

/** Returns outputs that say a line on stderr before anything else is printed; nothing is said where nothing else is. */
export function sayingFirst(line: string, io: Io): Io {
  let said = false;
  const after = (print: Io['stdout']) => (text: string) => {
    if (!said) io.stderr(`${line}\n`);
    said = true;
    print(text);
  };
  return { ...io, stdout: after(io.stdout), stderr: after(io.stderr) };
}
