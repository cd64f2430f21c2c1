import { exceptionMessage } from '../base/exception';
import { userAnswer } from '../calls/user-answer';
import type { WireResult } from '../outcome';
import type { Question, UserAnswer } from '../tool-context';
import type { Peer } from '../client/peer';
import type { PeerContents, PeerMessage } from '../client/peer-lists';
import { recordedCall } from '../testing/record-calls';
import { testsFrom } from '../testing/tests-from';
import { ToolReply } from '../testing/tool-reply';
import { argumentProblems } from './argument-problems';
import { readCatalogue } from './catalogue';
import { Feed } from './inspect-feed';
import { LiveCall } from './inspected-call';
import { ShownArguments } from './shown-arguments';
import type { Subject } from './subject';
import type { CallRecord, Catalogue, PageAnswer, SavedCalls, Size, CallVerdict } from './inspect-wire';

const EXTENSIONS = { typescript: '.ts', module: '.mjs', commonjs: '.cjs' } as const;
const MOST_CALLS = 100;
const MOST_NAME = 60;
const MOST_NAMES = 3;
const MOST_RESULT_BYTES = 32 * 1024 * 1024;

/** A mistake of the page, answered with its reason. */
export class PageMistake extends Error {
  override readonly name = 'PageMistake';
}

/** Everything behind the page: it makes the calls, keeps their history, and tells the page what happens. */
export class Inspector {
  readonly feed: Feed;
  private readonly calls = new Map<number, LiveCall>();
  private last = 0;
  // What the tools take, as their list last said.
  private declared = new ShownArguments();
  private known: Catalogue | undefined;

  constructor(
    private readonly subject: Subject,
    private readonly measure: (text: string) => Size,
  ) {
    this.feed = new Feed(
      (ids) =>
        [...this.calls]
          .filter(([id]) => ids?.has(id) ?? true)
          .map(([, call]) => this.declared.shown(call.record)),
      () => subject.ended,
    );
  }

  /** Returns what the server offers, or offered before it ended. */
  async catalogue(): Promise<Catalogue> {
    if (this.subject.ended !== undefined && this.known) return this.known;
    const catalogue = await readCatalogue(this.subject, this.peer);
    this.declared = new ShownArguments(catalogue.tools);
    return (this.known = catalogue);
  }

  /** Starts a server that has ended again. */
  async restart(): Promise<void> {
    if (this.subject.ended === undefined) return;
    await this.subject.restart?.();
    this.feed.endChanged();
    this.feed.listChanged();
  }

  async explain(tool: string, args: Record<string, unknown>): Promise<CallVerdict> {
    const known = await this.subject.explain?.(tool, args);
    if (known) return known;
    const declared = this.declared.listed(tool);
    const problems = declared ? argumentProblems(args, declared.inputSchema) : [];
    return { policy: 'unknown', decisions: [], ...(problems.length > 0 && { problems }) };
  }

  /** Begins a call; returns its number, by which the feed reports on it. */
  begin(tool: string, args: Record<string, unknown>): number {
    const id = ++this.last;
    const call = new LiveCall({ id, tool, args, at: Date.now() }, () => this.feed.callChanged(id));
    this.calls.set(id, call);
    this.feed.callChanged(id);
    void this.run(call, tool, args);
    return id;
  }

  /** Makes a call of the history again, with its secrets, which the page doesn't have. */
  replay(id: number): number {
    const { tool, args } = this.found(id).record;
    return this.begin(tool, args);
  }

  cancel(id: number): void {
    this.found(id).cancel();
  }

  answer({ id, number, action, content }: PageAnswer): void {
    if (!this.found(id).answer(number, userAnswer(action, content)))
      throw new PageMistake('Nobody waits for this answer any more.');
  }

  /** Writes calls of the history as tests, without secrets. */
  async saved(ids: readonly number[], runner: 'jest' | 'vitest' | 'node'): Promise<SavedCalls> {
    const answered = ids.map((id) => {
      const { record, conversation } = this.found(id);
      const { tool, args, result } = record;
      if (!result) throw new PageMistake('A call without an answer can’t be saved as a test.');
      return { args, conversation, reply: new ToolReply(tool, result as WireResult, []) };
    });
    if (this.declared.isEmpty) await this.catalogue();
    const lines = answered.map(({ args, reply, conversation }) =>
      JSON.stringify(recordedCall(reply, args, this.declared.of(reply.tool), conversation)),
    );
    const recording = `${lines.join('\n')}\n`;
    const { testedModule, testLanguage: language = 'typescript', testGlobals = false } = this.subject;
    const tools = answered.map(({ reply }) => reply.tool);
    const name = savedName(tools, ids);
    if (testedModule === undefined) return { file: `${name}.jsonl`, text: recording };
    const globals = runner === 'vitest' && testGlobals;
    return {
      file: `${name}.test${EXTENSIONS[language]}`,
      text: testsFrom(recording, { app: testedModule, runner, language, globals }),
    };
  }

  async prompt(name: string, args: Record<string, string>): Promise<PeerMessage[]> {
    return this.peer.prompt(name, args);
  }

  async read(uri: string): Promise<PeerContents[]> {
    return this.peer.read(uri);
  }

  /** Cancels what runs, and closes what is inspected. */
  async close(): Promise<void> {
    this.feed.close();
    for (const call of this.calls.values()) call.cancel();
    await this.subject.close();
  }

  private get peer(): Peer {
    const { ended, peer } = this.subject;
    if (ended !== undefined)
      throw new PageMistake(`The server has ended (${ended}). Start it again at the top of the page.`);
    return peer;
  }

  private async run(call: LiveCall, tool: string, args: Record<string, unknown>): Promise<void> {
    const { traced } = this.subject;
    const { signal } = call.cancelled;
    const ask = (question: Question): Promise<UserAnswer> => this.asked(call, question);
    const make = (): Promise<WireResult> =>
      this.peer.call(tool, args, { signal, progress: call.progress, ask });
    try {
      call.judged(await this.explain(tool, args));
      const result = await (traced ? traced(call, make) : make());
      call.answered(result, this.measure(readByAgent(result)));
    } catch (error) {
      call.broke(exceptionMessage(error));
    }
    this.makeRoom();
  }

  // Other servers don't say which call a question belongs to: it may be of an earlier one than the last.
  private asked(call: LiveCall, question: Question): Promise<UserAnswer> {
    const isRunning = (each: LiveCall): boolean => each.record.state === 'running';
    const asking = isRunning(call) ? call : [...this.calls.values()].findLast(isRunning);
    return asking ? asking.ask(question) : Promise.resolve({ action: 'cancel' });
  }

  private makeRoom(): void {
    const ended = [...this.calls].filter(([, call]) => call.record.state !== 'running');
    for (const [id] of ended.slice(0, Math.max(0, this.calls.size - MOST_CALLS))) this.calls.delete(id);
    let bytes = 0;
    for (const [id, call] of ended.reverse()) {
      bytes += sizeOf(call.record);
      if (bytes <= MOST_RESULT_BYTES || !call.record.result) continue;
      call.forget();
      this.feed.callChanged(id);
    }
  }

  private found(id: number): LiveCall {
    const call = this.calls.get(id);
    if (!call) throw new PageMistake(`There is no call ${id}.`);
    return call;
  }
}

// With the numbers of the calls, a second file replaces neither the first nor a test that the project has of the tool.
function savedName(tools: readonly string[], ids: readonly number[]): string {
  const names = [...new Set(tools)].map((tool) => tool.replace(/[^a-z0-9]+/gi, '-').slice(0, MOST_NAME));
  return `${names.slice(0, MOST_NAMES).join('-')}-call-${ids.slice(0, MOST_NAMES).join('-')}`.toLowerCase();
}

// Text is what most clients show their model; structured content is what is left where there is none.
function readByAgent({ content, structuredContent }: WireResult): string {
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return text || (structuredContent ? JSON.stringify(structuredContent) : '');
}

const sizes = new WeakMap<object, number>();

function sizeOf({ result }: CallRecord): number {
  if (!result) return 0;
  let size = sizes.get(result);
  if (size === undefined) sizes.set(result, (size = JSON.stringify(result).length));
  return size;
}
