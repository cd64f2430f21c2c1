import { countsUp, findMarked, holdsStream, newestProcess, textOf } from './process-table';

/** What is known of a command that has ended: whatever it started has a number above `after`. */
export interface EndedCommand {
  /** The process whose group and session it was in. */
  readonly leader: number;
  readonly marker: string;
  /** Its output streams, as the system names them. */
  readonly streams: readonly string[];
  readonly after: number;
  readonly elapsedMs: number;
}

// More than a short command starts; looking at each of them would take longer than a new launcher.
const MOST_STARTED = 256;

/** Tells whether it is certain that nothing of a command is left, and that nobody can write to its streams any more. */
export function leftNothing(command: EndedCommand): boolean {
  const { after, elapsedMs, streams } = command;
  const newest = newestProcess();
  if (
    !streams.length ||
    newest <= after ||
    newest - after > MOST_STARTED ||
    !countsUp(after, newest, elapsedMs)
  )
    return false;
  for (let pid = after + 1; pid <= newest; pid++)
    if (pid !== process.pid && isThere(pid) && !isForeign(pid, command)) return false;
  // One that started another and ended in the meantime would have been missed.
  return newestProcess() === newest;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

// Somebody else's process: in no group of the command, without its marker and its streams. One that has ended holds nothing.
function isForeign(pid: number, { leader, marker, streams }: EndedCommand): boolean {
  const stat = textOf(`/proc/${pid}/stat`);
  const [state = '', , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return true;
  if (Number(group) === leader || Number(session) === leader) return false;
  return findMarked(marker, [pid]).length === 0 && holdsStream(pid, streams) === false;
}
