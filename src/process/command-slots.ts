import type { Deadline } from './process-deadline';
import { DEFAULT_COMMAND_LIMITS, roomForCommands, type CommandLimits } from './process-limits';

/** A turn to run, given back when the command has ended; or why there is none. */
export type CommandSlot =
  { readonly release: () => void } | { readonly release?: undefined; readonly refused: string };

/** Limits how many commands run at once; the others wait for their turn, up to a limit too. */
export class CommandSlots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** `room` says how many this process has room for, whatever the limit. */
  constructor(private readonly room: () => number = roomForCommands) {}

  /** Waits for a turn; refused if too many are waiting, or if the deadline ends first. */
  async take(limits: CommandLimits, deadline: Deadline): Promise<CommandSlot> {
    const most = Math.min((limits.commands ?? DEFAULT_COMMAND_LIMITS.commands) || Infinity, this.room());
    const mostWaiting = limits.waiting ?? DEFAULT_COMMAND_LIMITS.waiting;
    if (this.running < most && !this.waiting.length) return this.begin();
    if (this.waiting.length >= mostWaiting)
      return {
        refused: `${this.running} commands are running and ${this.waiting.length} are waiting (limits.commands, limits.waiting): try again when some have ended`,
      };
    const came = await this.queue(deadline);
    return came ? this.begin() : { refused: `${this.running} other commands were running (limits.commands)` };
  }

  private begin(): CommandSlot {
    this.running++;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      this.running--;
      this.waiting.shift()?.();
    };
    return { release };
  }

  private queue(deadline: Deadline): Promise<boolean> {
    return new Promise((resolve) => {
      const go = (): void => {
        stop();
        resolve(true);
      };
      const stop = deadline.onEnd(() => {
        const index = this.waiting.indexOf(go);
        if (index >= 0) this.waiting.splice(index, 1);
        resolve(false);
      });
      this.waiting.push(go);
    });
  }
}

/** The turns of this process: files and processes are shared by all its servers. */
export const commandSlots = new CommandSlots();
