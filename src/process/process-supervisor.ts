import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { MARKER } from './process-marker';

const SHELL = '/bin/sh';

// Learns which groups run; at the end of its input, when the server is gone, it kills those that are left.
const SCRIPT = `
trap '' HUP INT TERM
live=
while read -r what one; do
  case $what in
    +) live="$live $one" ;;
    -) rest=
       for other in $live; do [ "$other" = "$one" ] || rest="$rest $other"; done
       live=$rest ;;
  esac
done
for one in $live; do
  kill -9 -- "-\${one%%:*}" 2>/dev/null
done
[ -d /proc/self ] || exit 0
for one in $live; do
  for round in 1 2 3; do
    for file in $(grep -ls "${MARKER}=\${one#*:}" /proc/[0-9]*/environ 2>/dev/null); do
      pid=\${file#/proc/}; kill -9 "\${pid%%/*}" 2>/dev/null
    done
  done
done
`;

let current: ChildProcess | undefined;
const known = new Set<string>();

/** Has a group of processes killed if this process ends without doing it, even by SIGKILL; returns how to call that off. */
export function supervise(pid: number, marker: string): () => void {
  const entry = `${pid}:${marker}`;
  known.add(entry);
  if (current) tell(`+ ${entry}`);
  else superviseAgain();
  return () => {
    if (known.delete(entry)) tell(`- ${entry}`);
  };
}

/** Starts another supervisor of all that is known if the last one is gone. */
export function superviseAgain(): void {
  if (current || process.platform === 'win32' || !existsSync(SHELL)) return;
  const child = spawn(SHELL, ['-c', SCRIPT], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
  const gone = (): void => {
    if (current === child) current = undefined;
  };
  child.once('error', gone);
  child.once('exit', gone);
  // With a full table of open files there is neither a process nor a pipe to it; the next command tries again.
  const input = child.stdin as Socket | undefined;
  if (!input) return;
  input.on('error', gone);
  input.unref();
  child.unref();
  current = child;
  for (const entry of known) tell(`+ ${entry}`);
}

function tell(line: string): void {
  current?.stdin?.write(`${line}\n`);
}
