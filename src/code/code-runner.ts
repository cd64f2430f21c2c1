import { ErrorCode } from '../errors';
import type { CallOutcome } from '../outcome';
import type { ToolRegistry } from '../registries/tool-registry';
import type { CallOptions } from '../calls/call-context';
import { outcomeError } from '../calls/render';
import { Result } from '../result';
import { signatureOf } from '../tool/signature';
import type { ToolShape } from '../tool/tool';
import type { Progress, ToolContext } from '../tool-context';
import { resolveAliases } from './aliases';
import { unwrapCommand } from './unwrap';
import type { HostAnswer } from './conversation';
import { failureText, shownLine } from './failure-text';
import { formatValue } from './value-text';
import { INTROSPECTION, introspect, introspectionQuestion } from './introspection';
import { completeNames } from './parameter-names';
import { prepareProgram } from './prepare-program';
import { ResultStore } from './result-store';
import { Sandbox, type SandboxProgram } from './sandbox';
import { DEFAULT_SANDBOX_LIMITS, type SandboxLimits } from './sandbox-limits';
import type { SandboxReport } from './sandbox-report';
import { sanitize } from './sanitize';
import { expandSnippet, type Snippet } from './snippets';
import { surfaceOf, type Surface } from './surface';
import { wholeResult } from './whole-result';

/** The operator's settings for code. */
export interface CodeRunnerOptions {
  readonly limits?: Partial<SandboxLimits>;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly snippets?: Readonly<Record<string, Snippet>>;
  /** Whether results are marked as outside content by default. */
  readonly sanitize?: boolean;
  /** Results above this many bytes are stored, and a handle is returned. */
  readonly largeResultBytes?: number;
  readonly keepResultsMs?: number;
  readonly version?: string;
}

/** The result of a command, as text. */
export interface RunAnswer {
  readonly text: string;
  readonly isError: boolean;
}

const NO_VALUE = 'Code executed successfully (no return value)';
const SELF = 'run';

/** Runs JavaScript in the sandbox with every enabled tool as a function; each call goes through the registry. */
export class CodeRunner {
  private readonly limits: SandboxLimits;
  private readonly sandbox: Sandbox;
  private readonly results: ResultStore;
  private readonly aliases: Record<string, string>;

  constructor(
    private readonly registry: ToolRegistry,
    private readonly options: CodeRunnerOptions = {},
  ) {
    this.limits = { ...DEFAULT_SANDBOX_LIMITS, ...options.limits };
    this.sandbox = new Sandbox(this.limits);
    this.results = new ResultStore(undefined, options.keepResultsMs);
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
      return failed(
        [`SyntaxError: ${prepared.message} (line ${prepared.line})`, shownLine(code, prepared.line)].join(
          '\n',
        ),
      );
    }
    const surface = surfaceOf(this.callable());
    const namespaces = { ...surface.namespaces, ot: [...INTROSPECTION] };
    const program = { code: prepared.code, namespaces, aliases: this.aliases, values: snippet?.values ?? {} };
    const printed = snippet ? [...snippet.warnings] : [];
    const report = await this.execute(program, surface, context, printed);
    if (report.error)
      return failed(failureText(report.error, code, namespaces).replace(/^Error: /, ''), printed);
    return { text: await this.write(report, printed), isError: false };
  }

  close(): void {
    this.sandbox.close();
  }

  private execute(
    program: SandboxProgram,
    surface: Surface,
    context: ToolContext,
    printed: string[],
  ): Promise<SandboxReport> {
    const progress = inOrder(context);
    return this.sandbox.run(
      program,
      {
        call: (target, args, signal) => this.call(target, args, surface, { context, signal, progress }),
        print: (level, text) => {
          printed.push(text);
          context.log.log(level === 'error' ? 'error' : level === 'warn' ? 'warning' : 'info', text);
        },
      },
      context.signal,
    );
  }

  private async call(
    target: string,
    args: readonly unknown[],
    surface: Surface,
    {
      context,
      signal,
      progress,
    }: { context: ToolContext; signal: AbortSignal; progress: (update: Progress) => void },
  ): Promise<HostAnswer> {
    if (target.startsWith('ot.')) {
      const name = target.slice(3);
      return introspect(name, introspectionQuestion(name, args[0]), this.sources(), progress);
    }
    const name = surface.targets.get(target);
    if (name === undefined) return { ok: false, message: `${target} is not a tool, or is disabled` };
    const [given = {}, ...others] = args;
    const tool = this.registry.get(name);
    if (!tool || others.length || typeof given !== 'object' || given === null || Array.isArray(given)) {
      return {
        ok: false,
        message: `${target} takes one object: ${tool ? signatureOf(name, tool.describe()) : name}`,
      };
    }
    const parameters = Object.keys(tool.describe().inputSchema.properties);
    const options: CallOptions = {
      door: 'run',
      ...(context.session && { session: context.session }),
      signal,
      log: context.log,
      progress: (update) => progress({ ...update, message: `${name}: ${update.message ?? update.progress}` }),
    };
    const whole = await wholeResult(
      name,
      completeNames(given as Record<string, unknown>, parameters),
      (asked) => this.registry.call(name, asked, options),
      this.limits.memoryBytes / 8,
    );
    if ('value' in whole) return { ok: true, value: whole.value };
    if ('incomplete' in whole) return { ok: false, message: whole.incomplete, data: whole.data };
    const { failed: outcome } = whole;
    return { ok: false, message: `${name}: ${outcomeError(outcome)}`, data: failureData(outcome) };
  }

  private async write(report: SandboxReport, printed: readonly string[]): Promise<string> {
    const lines = [...printed];
    if (report.value !== undefined) lines.push(await formatValue(report.value, report.format));
    else if (!printed.length) lines.push(NO_VALUE);
    const text = lines.join('\n');
    const marked = (report.sanitize ?? this.options.sanitize) ? sanitize(text) : text;
    if (Buffer.byteLength(marked) <= (this.options.largeResultBytes ?? 50_000)) return marked;
    return JSON.stringify(this.results.put(marked));
  }

  private callable(): ToolShape[] {
    return this.registry.list({ enabledOnly: true }).filter((tool) => tool.name !== SELF);
  }

  private sources(): Parameters<typeof introspect>[2] {
    return {
      tools: () => this.callable(),
      aliases: this.aliases,
      snippets: this.options.snippets ?? {},
      results: this.results,
      version: this.options.version ?? '',
    };
  }
}

// Each tool reports progress on its own scale, but the client must see it only increase.
function inOrder(context: ToolContext): (update: Progress) => void {
  let step = 0;
  return ({ message }) => context.progress({ progress: ++step, ...(message !== undefined && { message }) });
}

// The data of a ToolError: the whole failure, in whatever form the tool returned it.
function failureData(outcome: CallOutcome): unknown {
  const { result } = outcome;
  if (result instanceof Result) return result.toJson();
  return result.value ?? { error: outcomeError(outcome), code: ErrorCode.Execution };
}

function failed(text: string, printed: readonly string[] = []): RunAnswer {
  return { text: [...printed, `Error: ${text}`].join('\n'), isError: true };
}
