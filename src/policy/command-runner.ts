import { DEFAULT_COMMAND_LIMITS } from '../process/process-limits';
import { runScript } from '../process/run-script';
import type { OutputStream, ProcessExit } from '../process/process-exit';
import { CommandPolicy, type LineDecision, type LineScope } from './command-policy';
import { describeDecision, refusedBuiltIn, type Refused } from './policy-decision';
import { PathPolicy } from './path-policy';
import { missingSandboxCure, type SandboxChoice } from './sandbox-plan';
import { openDirectory } from '../disk/open-file-safely';
import type { Logger } from '../logger';

/** One command line to run on behalf of a tool. */
export interface LineRequest {
  readonly tool: string;
  readonly line: string;
  readonly workingDirectory?: string;
  /** Time limit in seconds; the operator's limit for the tool applies too. */
  readonly timeoutSeconds: number;
  readonly clientRoots?: readonly string[];
  readonly signal?: AbortSignal;
  /** The position of the call in a trace. */
  readonly traceparent?: string;
  readonly onOutput?: (chunk: Buffer, stream: OutputStream) => void;
}

/** The result of a line: refused, or run with a time limit. */
export type LineResult =
  { readonly refused: Refused } | { readonly outcome: ProcessExit; readonly timeoutSeconds: number };

const NO_SANDBOX = 'commands require the bubblewrap sandbox, which does not work here';

/** Runs command lines that the policy allows, without a shell and, if available, in a sandbox. */
export class CommandRunner {
  private readonly commands: CommandPolicy;
  private told: string | undefined;

  constructor(
    private readonly paths: PathPolicy,
    private readonly log: Logger,
    /** Where to search for bubblewrap; the fixed PATH by default. */
    sandboxPath?: readonly string[],
  ) {
    this.commands = new CommandPolicy(paths, sandboxPath);
  }

  /** Judges a line as `run` would, without running it. */
  judge(request: Pick<LineRequest, 'tool' | 'line' | 'workingDirectory' | 'clientRoots'>): LineDecision {
    const choice = this.commands.sandboxFor(request.tool, request.clientRoots);
    const place = this.place(request, choice);
    if ('refused' in place) return { ...place.refused, trail: [place.refused] };
    return this.commands.judgeLine(request.tool, request.line, scopeOf(request, place.cwd, choice));
  }

  /** Judges and runs a line. */
  async run(request: LineRequest): Promise<LineResult> {
    const { tool } = request;
    const choice = this.commands.sandboxFor(tool, request.clientRoots);
    const sandbox = choice.plan;
    const place = this.place(request, choice);
    if ('refused' in place) return place;
    const decision = this.commands.judgeLine(tool, request.line, scopeOf(request, place.cwd, choice));
    this.log.log(decision.allowed ? 'debug' : 'info', `Command ${describeDecision(decision)}`);
    if (!decision.allowed) return { refused: decision };
    this.tellProtection(choice);
    const rules = this.paths.toolRules(tool);
    const timeoutSeconds = rules.timeoutSeconds
      ? Math.min(rules.timeoutSeconds, request.timeoutSeconds)
      : request.timeoutSeconds;
    const { cwd } = place;
    const outcome = await runScript(decision.steps, {
      cwd,
      // It stays open until the command has ended, so that it cannot be replaced by a link.
      enter: async () => {
        const directory = await openDirectory(cwd, cwd);
        return { self: sandbox ? cwd : directory.self, close: () => directory.close() };
      },
      env: this.commands.environmentFor(tool, decision.searchPath, request.traceparent),
      timeoutMs: timeoutSeconds * 1000,
      ...(request.signal && { signal: request.signal }),
      ...(request.onOutput && { onOutput: request.onOutput }),
      ...(rules.maxOutputBytes && { outputLimitBytes: rules.maxOutputBytes }),
      limits: this.paths.rules.limits ?? DEFAULT_COMMAND_LIMITS,
      ...(sandbox && { sandbox }),
    });
    return { outcome, timeoutSeconds };
  }

  private place(
    request: Pick<LineRequest, 'tool' | 'workingDirectory' | 'clientRoots'>,
    choice: SandboxChoice,
  ): { cwd: string } | { refused: Refused } {
    const { workingDirectory, tool } = request;
    if (this.paths.rules.sandbox.mode === 'required' && !choice.plan)
      return {
        refused: refusedBuiltIn(
          `${NO_SANDBOX} (${choice.why}); ${missingSandboxCure(choice.why)}`,
          'sandbox: required',
        ),
      };
    const decision = this.paths.judgePath(tool, workingDirectory ?? this.paths.rules.cwd, 'read', request);
    if (decision.allowed) return { cwd: decision.path };
    const cure = workingDirectory === undefined ? '; set working_dir to an allowed one' : '';
    return { refused: { ...decision, reason: `working directory: ${decision.reason}${cure}` } };
  }

  private tellProtection(choice: SandboxChoice): void {
    const words = protectionOf(choice);
    if (this.told === words) return;
    this.told = words;
    this.log.info(words);
  }
}

function scopeOf(
  { clientRoots }: Pick<LineRequest, 'clientRoots'>,
  cwd: string,
  choice: SandboxChoice,
): LineScope {
  return { cwd, sandboxed: choice.plan !== undefined, ...(clientRoots && { clientRoots }) };
}

function protectionOf(choice: SandboxChoice): string {
  return choice.plan
    ? 'Commands run in the bubblewrap sandbox: only the allowed paths are visible'
    : `Commands run without a sandbox (${choice.why}): their arguments are judged, but not what they open themselves`;
}
