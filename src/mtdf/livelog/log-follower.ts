import type { ChatFailure, ChatQuestion, ChatReply } from '../../ai/chat-completions';
import { LONGEST_TIMEOUT_MS } from '../../process/run-options';
import type { OutputStream } from '../../process/process-exit';
import { Chunker, type Chunk } from './livelog-chunker';
import type { Findings } from './livelog-findings';
import { LogLines } from './log-lines';
import { chunkQuestion } from './livelog-question';
import type { SettledLivelog } from './settled-livelog';
import { verdictIn } from './log-verdict';

/** Dependencies of a follower. */
export interface FollowerParts {
  readonly livelog: SettledLivelog;
  readonly signal: AbortSignal;
  /** Asks the model; throws only if the signal is aborted. */
  ask(question: ChatQuestion): Promise<ChatReply>;
  /** Explains why there is no verdict; without a failure, the answer was empty. */
  trouble(failure: ChatFailure | undefined): string;
  readonly reporter: {
    alert(chunk: Chunk, summary: string): void;
    trouble(text: string): void;
    recovered(): void;
    /** Called when there is something new to report, without urgency. */
    news(): void;
  };
}

const CHUNK_BYTES = 32 * 1024;
const WAITING_CHUNKS = 20;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Has a model judge a log as it is written, chunk by chunk, one request at a time. */
export class LogFollower {
  private readonly lines = new LogLines();
  private readonly chunker: Chunker;
  private ended = false;
  private coolUntil = -Infinity;
  private failuresInRow = 0;
  private pauseUntil = -Infinity;
  private wake: () => void = () => undefined;

  constructor(
    private readonly findings: Findings,
    private readonly parts: FollowerParts,
  ) {
    this.chunker = new Chunker({
      maxLines: parts.livelog.chunk_max_lines,
      maxMs: parts.livelog.chunk_max_seconds * 1000,
      maxBytes: CHUNK_BYTES,
      waiting: WAITING_CHUNKS,
    });
  }

  /** Adds a piece of the source's output. */
  readonly onOutput = (piece: Buffer, stream: OutputStream): void =>
    this.take(this.lines.linesIn(piece, stream));

  /** Signals the end of the output. */
  end(): void {
    this.take(this.lines.end());
    this.ended = true;
    this.wake();
  }

  /** Judges chunks until the source has ended and nothing is left, or the signal is aborted. */
  async run(): Promise<void> {
    for (let chunk = await this.next(); chunk; chunk = await this.next()) await this.judge(chunk);
  }

  private take(lines: readonly string[]): void {
    if (!lines.length) return;
    const { findings, chunker } = this;
    const now = performance.now();
    for (const line of lines) {
      findings.lines++;
      if (now < this.coolUntil) findings.notJudged.cooldown++;
      else findings.notJudged.dropped += chunker.add(line, findings.lines, now);
    }
    this.parts.reporter.news();
    this.wake();
  }

  private async next(): Promise<Chunk | undefined> {
    const { signal } = this.parts;
    while (!signal.aborted) {
      const wait = this.waitMs();
      if (wait <= 0) return this.chunker.take();
      await this.sleep(wait);
    }
    return undefined;
  }

  // Once the source has ended, the remaining lines are judged immediately.
  private waitMs(): number {
    if (this.ended) return 0;
    const due = this.chunker.dueAt();
    return due === undefined ? Infinity : Math.max(due, this.pauseUntil) - performance.now();
  }

  private sleep(ms: number): Promise<void> {
    const { signal } = this.parts;
    return new Promise((resolve) => {
      const timer =
        ms === Infinity ? undefined : setTimeout(() => wake(), Math.min(Math.ceil(ms), LONGEST_TIMEOUT_MS));
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.wake = wake;
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  private async judge(chunk: Chunk): Promise<void> {
    const { parts, findings } = this;
    findings.chunks++;
    const reply = await this.reply(chunk);
    if (!reply) return;
    const verdict = reply.ok ? verdictIn(reply.text) : undefined;
    if (!verdict || verdict.kind === 'empty') {
      this.failed(chunk, parts.trouble(reply.ok ? undefined : reply));
    } else {
      if (this.failuresInRow) parts.reporter.recovered();
      this.failuresInRow = 0;
      if (verdict.kind === 'alert') this.found(chunk, verdict.summary);
    }
    parts.reporter.news();
  }

  private async reply(chunk: Chunk): Promise<ChatReply | undefined> {
    const { parts } = this;
    try {
      return await parts.ask(chunkQuestion(parts.livelog.detection_prompt, chunk));
    } catch (error) {
      if (parts.signal.aborted) return undefined;
      throw error;
    }
  }

  // Lines that waited in the meantime are most likely about the same event.
  private found(chunk: Chunk, summary: string): void {
    const { findings, parts } = this;
    const cooldownMs = parts.livelog.cooldown_seconds * 1000;
    findings.add(chunk, summary);
    this.coolUntil = performance.now() + cooldownMs;
    if (cooldownMs > 0) findings.notJudged.cooldown += this.chunker.clear();
    parts.reporter.alert(chunk, summary);
  }

  // The next chunk is the next attempt, after a growing delay; once the source has ended, the remaining lines are dropped.
  private failed(chunk: Chunk, trouble: string): void {
    const { findings, parts } = this;
    const isFirst = this.failuresInRow++ === 0;
    findings.failures++;
    findings.trouble = trouble;
    findings.notJudged.failed += chunk.lines.length + (this.ended ? this.chunker.clear() : 0);
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failuresInRow - 1));
    this.pauseUntil = performance.now() + pause;
    if (isFirst) parts.reporter.trouble(trouble);
  }
}
