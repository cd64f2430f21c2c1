import { findTools } from '../discovery/tool-search';
import type { ToolRegistry } from '../registries/tool-registry';
import type { ToolShape } from '../tool/tool';
import { isGranted, type Progress, type Session, type ToolContext } from '../tool-context';
import { resolveAliases } from './code-aliases';
import type { HostAnswer } from './worker-conversation';
import { failureText, shownLine, where } from './code-failure-text';
import { INTROSPECTION, introspect, introspectionQuestion } from './code-introspection';
import { prepareProgram, type PreparedProgram } from './prepare-program';
import { RunCalls } from './run-calls';
import { CodeEngine } from './code-engine';
import { DEFAULT_CODE_LIMITS, type CodeLimits } from './code-limits';
import type { ProgramReport } from './program-report';
import { sanitize } from './mark-outside-text';
import { expandSnippet, type Snippet } from './code-snippets';
import { surfaceOf } from './code-surface';
import { unwrapCommand } from './unwrap-tool-result';
import { formatValue } from './run-value-text';

/** The operator's settings for code. */
export interface CodeRunnerOptions {
  readonly limits?: Partial<CodeLimits>;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly snippets?: Readonly<Record<string, Snippet>>;
  /** Whether results are marked as outside content by default. */
  readonly sanitize?: boolean;
  /** The tool behind `ot.result`, which reads answers that were cut. */
  readonly reader?: string;
  readonly version?: string;
}

/** The result of a command, as text. */
export interface RunAnswer {
  readonly text: string;
  readonly isError: boolean;
}

const NO_VALUE = 'Code executed successfully (no return value)';
const SELF = 'run';
const MOST_OF_A_VALUE = 1_000;
const MOST_FOUND = 10;

/** Runs JavaScript or TypeScript in an engine of its own with every enabled tool as a function; each call goes through the registry. */
export class CodeRunner {
  private readonly limits: CodeLimits;
  private readonly engine: CodeEngine;
  private readonly aliases: Record<string, string>;

  constructor(
    private readonly registry: ToolRegistry,
    private readonly options: CodeRunnerOptions = {},
  ) {
    this.limits = { ...DEFAULT_CODE_LIMITS, ...options.limits };
    this.engine = new CodeEngine(this.limits);
    this.aliases = resolveAliases(options.aliases ?? {});
  }

  async run(command: string, context: ToolContext): Promise<RunAnswer> {
    const unwrapped = unwrapCommand(command);
    if (!unwrapped.ok) return failed(unwrapped.error);
    const snippet = expandSnippet(unwrapped.code, this.options.snippets ?? {});
    if (snippet && !snippet.ok) return failed(snippet.error);
    const code = snippet?.code ?? unwrapped.code;
    const prepared = await prepareProgram(code);
    if (!prepared.ok) {
      const message = `SyntaxError: ${prepared.message}${where(prepared)}`;
      return failed([message, shownLine(code, prepared.line)].filter(Boolean).join('\n'));
    }
    // Disabled tools are there too: who calls one is told why it is disabled.
    const surface = surfaceOf(this.registry.list().filter(isCallable(context.session)));
    const namespaces = { ...surface.namespaces, ot: [...INTROSPECTION] };
    const progress = inOrder(context);
    const calls = new RunCalls(this.registry, surface, context, this.limits, progress);
    const printed = snippet ? [...snippet.warnings] : [];
    const report = await this.engine.run(
      { code: prepared.code, namespaces, aliases: this.aliases, values: snippet?.values ?? {} },
      {
        call: (target, args, signal) => {
          if (!target.startsWith('ot.')) return calls.call(target, args, signal);
          const name = target.slice(3);
          const question = introspectionQuestion(name, args[0]);
          if (name === 'result') return this.readOn(calls, context.session, question, signal);
          return Promise.resolve(introspect(name, question, this.sources(context.session), progress));
        },
        print: (level, text) => {
          printed.push(text);
          context.log.log(level === 'error' ? 'error' : level === 'warn' ? 'warning' : 'info', text);
        },
      },
      context.signal,
    );
    printed.push(...calls.remarks);
    if (!report.error) return { text: await this.write(report, prepared, printed), isError: false };
    const sources = {
      prepared,
      code,
      namespaces: { ...surfaceOf(this.callable(context.session)).namespaces, ot: INTROSPECTION },
      shapeOf: (called: string) => calls.shapeOf(this.aliases[called] ?? called),
    };
    const why = await failureText(report.error, sources);
    return failed([why, ...unhandledNote(report)].join('\n'), printed);
  }

  close(): void {
    this.engine.close();
  }

  // There is one store of large answers, whichever tool they came from, and one tool that reads it.
  private async readOn(
    calls: RunCalls,
    session: Session | undefined,
    question: object,
    signal: AbortSignal,
  ): Promise<HostAnswer> {
    const { reader } = this.options;
    if (reader !== undefined && this.callable(session).some(({ name }) => name === reader))
      return calls.call(`tools.${reader}`, [question], signal);
    return { ok: false, message: 'ot.result reads answers that were cut, and this server cuts none.' };
  }

  private async write(
    report: ProgramReport,
    { valueless }: PreparedProgram,
    printed: readonly string[],
  ): Promise<string> {
    const lines = [...printed];
    if (report.late)
      lines.push(
        `[${plural(report.late, 'call')} still under way when the code ended; what depends on the answer is missing here. Await calls.]`,
      );
    if (report.value !== undefined) lines.push(await formatValue(report.value, report.format));
    else if (!printed.length) lines.push(NO_VALUE, ...(valueless === undefined ? [] : [`(${valueless})`]));
    const text = lines.join('\n');
    return (report.sanitize ?? this.options.sanitize) ? sanitize(text) : text;
  }

  private callable(session: Session | undefined): ToolShape[] {
    return this.registry.list({ enabledOnly: true }).filter(isCallable(session));
  }

  private sources(session: Session | undefined): Parameters<typeof introspect>[2] {
    return {
      tools: () => this.callable(session),
      find: (words) =>
        findTools(this.registry, words, MOST_FOUND, isOffered(session)).map(({ tool }) => tool),
      aliases: this.aliases,
      snippets: this.options.snippets ?? {},
      version: this.options.version ?? '',
    };
  }
}

// What finds and calls tools is of no use inside.
function isOffered(session: Session | undefined): (tool: ToolShape) => boolean {
  const callable = isCallable(session);
  return (tool) => callable(tool) && tool.category !== 'discovery';
}

function isCallable(session: Session | undefined): (tool: ToolShape) => boolean {
  return ({ name }) => name !== SELF && isGranted(session, name);
}

// Each tool reports progress on its own scale, but the client must see it only increase.
function inOrder(context: ToolContext): (update: Progress) => void {
  let step = 0;
  return ({ message }) => context.progress({ progress: ++step, ...(message !== undefined && { message }) });
}

// The code went on after a failure that it neither awaited nor caught: what it ended with is not to be relied on.
function unhandledNote({ value, others = 0, late }: ProgramReport): string[] {
  if (late === undefined) return [];
  const more = others ? ` ${plural(others, 'further failure')} not handled either.` : '';
  const ended = value === undefined ? 'without a value' : `with ${shortened(value)}`;
  return [
    `Nothing awaited or caught this failure, so the code went on and ended ${ended}.${more} Await every call, or catch its error.`,
  ];
}

function plural(count: number, what: string): string {
  return count === 1 ? `1 ${what} was` : `${count} ${what}s were`;
}

function shortened(text: string): string {
  return text.length > MOST_OF_A_VALUE ? `${text.slice(0, MOST_OF_A_VALUE)}…` : text;
}

function failed(text: string, printed: readonly string[] = []): RunAnswer {
  return { text: [...printed, `Error: ${text}`].join('\n'), isError: true };
}
