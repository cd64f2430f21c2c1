import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { BuildMessage, Builder } from '../../dev/build-messages';
import type { BuildWay } from '../../dev/project-builder';
import { runTsc } from '../../dev/run-tsc';
import { signalTree } from '../../process/signal-tree';
import type { FromVersion, VersionProcess } from '../../dev/version-messages';
import { watchJavaScript } from '../../dev/watch-javascript';

const BIN = join(__dirname, '..', '..', 'bin');

/** Starts an empty process for a version; what it prints goes to stderr, since stdout may carry the protocol. */
export function startVersionProcess(cwd: string): VersionProcess {
  const child = fork(join(BIN, 'dev-version.js'), { cwd, stdio: ['ignore', 2, 2, 'ipc'] });
  child.on('error', () => undefined);
  return {
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromVersion)),
    onExit: (listener) => void child.once('exit', (code, signal) => listener(signal ?? `exit code ${code}`)),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Starts what builds an app. */
export function startBuilder(way: BuildWay, source: string, tell: (message: BuildMessage) => void): Builder {
  switch (way.kind) {
    case 'none':
      return watchJavaScript(source, tell);
    case 'tsc':
      return startTsc(way, source, tell);
    case 'compiler':
      return startCompiler(way, source, tell);
  }
}

// Another process reads the sources after each build, for what this compiler can't be asked.
function startTsc(
  { tsconfig, tsc }: Extract<BuildWay, { kind: 'tsc' }>,
  source: string,
  tell: (message: BuildMessage) => void,
): Builder {
  const request = { tsconfig, source };
  const reader = fork(join(BIN, 'dev-compiler.js'), { stdio: ['ignore', 2, 2, 'ipc'] });
  reader.on('error', () => undefined);
  reader.on('message', (message) => tell(message as BuildMessage));
  const heard = (message: BuildMessage): void => {
    tell(message);
    if (message.kind === 'built' && reader.connected) reader.send(request, () => undefined);
  };
  const stop = runTsc(tsc, request, heard, (pid) => void signalTree(pid, 'SIGTERM'));
  return {
    look: () => undefined,
    stop: () => {
      stop();
      reader.kill();
    },
  };
}

function startCompiler(
  { tsconfig, typescript }: Extract<BuildWay, { kind: 'compiler' }>,
  source: string,
  tell: (message: BuildMessage) => void,
): Builder {
  const child = fork(join(BIN, 'dev-compiler.js'), { stdio: ['ignore', 2, 2, 'ipc'] });
  child.on('message', (message) => tell(message as BuildMessage));
  child.once('exit', (code, signal) =>
    tell({ kind: 'impossible', text: `the compiler's process ended (${signal ?? `exit code ${code}`})` }),
  );
  child.send({ tsconfig, source, typescript });
  return {
    look: () => {
      if (child.connected) child.send('look', () => undefined);
    },
    stop: () => void child.kill(),
  };
}
