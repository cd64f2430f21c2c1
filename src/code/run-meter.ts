import type { CodeLimits } from './code-limits';
import type { FromWorker } from './worker-messages';

// Room for the worker's own note that output was dropped.
const NOTE_CHARACTERS = 100;

/** Counts what one run sends to the host, whatever its worker reports. */
export class RunMeter {
  private calls = 0;
  private sent = 0;
  private printed = 0;
  private lastId = 0;

  constructor(private readonly limits: CodeLimits) {}

  /** Counts a message; returns which limit it exceeds, or that it repeats a call. */
  count(message: FromWorker): string | undefined {
    if (message.type === 'print') {
      this.printed += message.text.length + 1;
      return this.printed > this.limits.printedCharacters + NOTE_CHARACTERS ? 'too much output' : undefined;
    }
    if (message.type === 'done') {
      const size = message.report.value?.length ?? 0;
      return size > this.limits.resultCharacters ? 'too large a result' : undefined;
    }
    for (const { id, json } of message.calls) {
      if (id <= this.lastId) return 'a call twice';
      this.lastId = id;
      this.calls++;
      this.sent += json.length;
    }
    if (this.calls > this.limits.calls) return 'too many calls';
    return this.sent > this.limits.sentCharacters ? 'too many arguments' : undefined;
  }
}
