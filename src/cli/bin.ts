import { isError } from '../base/any-realm';
import { guardStdout } from '../serve/stdio/stdout-guard';
import { main } from './main';
import { printsTexts, safeOutput } from './safe-output';
import { readStdin, thisTerminal } from './terminal';

// They go on until a signal, and end the process themselves.
const ENDS_BY_ITSELF = ['inspect', 'worker'];
// A server guards its own stdout; that of any other command is for its result, whatever an app or a tool prints.
const isServer = process.argv[2] === 'serve' || process.argv[2] === 'dev';
const out = isServer ? process.stdout : guardStdout(process.stdout, process.stderr, { warns: false });
const isData = isServer || (!process.stdout.isTTY && printsTexts(process.argv.slice(2)));
const terminal = thisTerminal();
let endsAfterwards = false;
let over = false;
const io = {
  cwd: process.cwd(),
  env: process.env,
  stdout: (text: string) => void out.write(isData ? text : safeOutput(text)),
  stderr: (text: string) => void process.stderr.write(safeOutput(text)),
  readStdin,
  isTerminal: { stdout: process.stdout.isTTY === true, stderr: process.stderr.isTTY === true },
  ...(terminal && { terminal }),
  endAfterwards: () => {
    endsAfterwards = true;
  },
};

// A reader that has seen enough, such as `head`, ends the command; a server looks after its own client.
if (!isServer)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    over = true;
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });

// Code of an app may end the process of a command that has not said anything yet.
process.once('exit', (code) => {
  if (over || code !== 0 || isServer || ENDS_BY_ITSELF.includes(process.argv[2]!)) return;
  process.stderr.write(
    `toolwright ${process.argv[2] ?? ''}: ended without a result: a tool, a hook or a module called process.exit\n`,
  );
  process.exitCode = 1;
});

// Node ends quietly, with 0, when only a promise is left that nothing will settle.
process.once('beforeExit', () => {
  if (process.exitCode !== undefined) return;
  process.stderr.write(
    `toolwright ${process.argv[2] ?? ''}: ended without a result: a tool, a hook or a module waits for a promise that nothing settles any more\n`,
  );
  process.exitCode = 1;
});

main(process.argv.slice(2), io).then(
  (code) => {
    over = true;
    process.exitCode = code;
    // A server has closed everything it knows of by now; what a tool left open must not keep it alive. Nor may it keep a
    // command that a signal has ended, or what a close hook waits for one that has said so.
    if (isServer || process.argv[2] === 'inspect' || code > 128 || endsAfterwards) process.exit(code);
  },
  (error: unknown) => {
    process.stderr.write(`${isError(error) ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
