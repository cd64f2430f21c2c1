import type { Terminal } from './command';

/** Returns the person at the terminal of this process; undefined unless stdin and stderr are both one. */
export function thisTerminal(): Terminal | undefined {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return { columns: stderr.columns || 80, question, onEnter };
}

// Questions go to stderr, so that stdout carries results only.
async function question(
  text: string,
  { secret = false }: { secret?: boolean } = {},
): Promise<string | undefined> {
  const [{ createInterface }, { Writable }] = await Promise.all([
    import('node:readline'),
    import('node:stream'),
  ]);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: secret ? hidden : process.stderr,
    terminal: true,
    prompt: '',
  });
  // Only now: what is typed in reply to it must not be shown by the terminal itself.
  process.stderr.write(text);
  return new Promise((resolve) => {
    let interrupted = false;
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    // While it reads, Ctrl-C is a key. It ends the command all the same, so the question is never answered.
    lines.once('SIGINT', () => {
      interrupted = true;
      lines.close();
      process.kill(process.pid, 'SIGINT');
    });
    lines.once('close', () => {
      if (secret || interrupted) process.stderr.write('\n');
      if (!interrupted) resolve(undefined);
    });
  });
}

function onEnter(listener: () => void): void {
  process.stdin.on('data', listener);
}

/** Reads stdin of this process to its end. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
