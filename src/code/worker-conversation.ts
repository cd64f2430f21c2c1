import { exceptionMessage } from '../base/exception';
import { setMaxListeners } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { RunMeter } from './run-meter';
import type { CodeLimits } from './code-limits';
import type { ProgramReport } from './program-report';
import { Slots } from './run-slots';
import { readWorkerMessage, type FromWorker, type EngineCall } from './worker-messages';

/** The result of a called function. */
export type HostAnswer = { ok: true; value: unknown } | { ok: false; message: string; data?: unknown };

/** The host side of the functions that code can call. */
export interface EngineHost {
  call(target: string, args: readonly unknown[], signal: AbortSignal): Promise<HostAnswer>;
  print(level: string, text: string): void;
}

/**
 * The host's end of one run: answers the calls of a worker until it reports the end.
 * The worker is not trusted: anything it may not say ends the run, and nothing else.
 */
export class Conversation {
  /** Settles with the end of the run; never rejects. */
  readonly report: Promise<ProgramReport>;
  private end!: (report: ProgramReport) => void;
  private readonly ending = new AbortController();
  private readonly slots: Slots;
  private readonly meter: RunMeter;
  private answers: string[] = [];

  constructor(
    private readonly port: MessagePort,
    private readonly host: EngineHost,
    limits: CodeLimits,
  ) {
    this.slots = new Slots(limits.callsAtOnce);
    this.meter = new RunMeter(limits);
    // One listener for each concurrent call.
    setMaxListeners(0, this.ending.signal);
    this.report = new Promise<ProgramReport>((resolve) => (this.end = resolve)).finally(() => {
      this.ending.abort(new Error('The run that made this call has ended.'));
      port.close();
    });
    port.on('message', (message: unknown) => this.receive(message));
    port.on('messageerror', () => this.distrust('an unreadable message'));
  }

  /** Ends the run with an error. */
  fail(name: string, message: string): void {
    this.end({ error: { name, message, stack: '' } });
  }

  /** Ends the run without a report, when it is no longer wanted. */
  stop(): void {
    this.fail('AbortError', 'the run was cancelled');
  }

  private receive(received: unknown): void {
    if (this.ending.signal.aborted) return;
    const message = readWorkerMessage(received);
    if (!message) return this.distrust('an unexpected message');
    const excess = this.meter.count(message);
    if (excess !== undefined) return this.distrust(excess);
    this.obey(message);
  }

  private obey(message: FromWorker): void {
    if (message.type === 'done') this.end(message.report);
    else if (message.type === 'print') this.host.print(message.level, message.text);
    else for (const call of message.calls) void this.answer(call);
  }

  private distrust(what: string): void {
    this.fail('EngineError', `the engine sent ${what}, so the run was ended`);
  }

  // As JSON text, so that a value that cannot be serialised fails only its own call.
  private async answer({ id, target, json }: EngineCall): Promise<void> {
    const { signal } = this.ending;
    try {
      const args = asList(JSON.parse(json));
      const answer = await this.slots.within(() => this.host.call(target, args, signal), signal);
      this.reply(JSON.stringify({ id, ...answer }));
    } catch (error) {
      const message = exceptionMessage(error);
      this.reply(JSON.stringify({ id, ok: false, message }));
    }
  }

  // Passes on the answers of one event-loop turn together.
  private reply(answer: string): void {
    if (this.answers.push(answer) > 1) return;
    setImmediate(() => {
      const { answers } = this;
      this.answers = [];
      if (this.ending.signal.aborted) return;
      this.port.postMessage({ type: 'settle', count: answers.length, json: `[${answers.join(',')}]` });
    });
  }
}

// Code can make its arguments serialise to anything; the result is only data.
function asList(args: unknown): unknown[] {
  return Array.isArray(args) ? args : [args];
}
