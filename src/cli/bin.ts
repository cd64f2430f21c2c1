import { main } from './main';
import { readStdin, thisTerminal } from './terminal';

const terminal = thisTerminal();
const io = {
  cwd: process.cwd(),
  env: process.env,
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  readStdin,
  isTerminal: { stdout: process.stdout.isTTY === true, stderr: process.stderr.isTTY === true },
  ...(terminal && { terminal }),
};

// A reader that has seen enough, such as `head`, ends the command; a server looks after its own client.
if (process.argv[2] !== 'serve' && process.argv[2] !== 'dev')
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });

main(process.argv.slice(2), io).then(
  (code) => {
    process.exitCode = code;
    // A server has closed everything it knows of by now; what a tool left open must not keep it alive.
    if (process.argv[2] === 'serve' || process.argv[2] === 'dev') process.exit(code);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
