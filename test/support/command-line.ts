import { main } from '../../src/cli/main';

/** What a command line did: its exit code, and what it printed. */
export interface Told {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line of `toolwright` in this process; the directory is the user's home unless an environment says otherwise. */
export async function commandLine(
  words: readonly string[],
  { cwd, env = { HOME: cwd } }: { cwd: string; env?: Record<string, string> },
): Promise<Told> {
  let [out, err] = ['', ''];
  const io = {
    cwd,
    env,
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
  };
  return { code: await main([...words], io), out, err };
}
