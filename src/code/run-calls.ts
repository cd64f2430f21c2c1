import { isObject } from '../base/json-value';
import { withinCall, type CallOptions } from '../calls/call-context';
import { outcomeError } from '../calls/render';
import { ErrorCode, ToolDisabledError } from '../errors';
import type { CallOutcome } from '../outcome';
import type { ToolRegistry } from '../registries/tool-registry';
import { Result } from '../result';
import { signatureOf } from '../tool/signature';
import type { Progress, ToolContext } from '../tool-context';
import type { HostAnswer } from './worker-conversation';
import { completeNames } from './shortened-parameter-names';
import type { CodeLimits } from './code-limits';
import type { Surface } from './code-surface';
import { shapeOf } from './run-value-shape';
import { wholeResult } from './whole-tool-result';

/** The tool calls of one run: each goes through the registry, with every page of its result. */
export class RunCalls {
  private readonly shapes = new Map<string, string>();
  private made = 0;
  /** What the answer of the run has to say about results that code goes on with. */
  readonly remarks = new Set<string>();

  constructor(
    private readonly registry: ToolRegistry,
    private readonly surface: Surface,
    private readonly context: ToolContext,
    private readonly limits: CodeLimits,
    private readonly progress: (update: Progress) => void,
  ) {}

  /** Describes what a function returned last, if it was called. */
  shapeOf(called: string): string | undefined {
    const name = this.surface.targets.get(called.includes('.') ? called : `tools.${called}`);
    return name === undefined ? undefined : this.shapes.get(name);
  }

  async call(target: string, args: readonly unknown[], signal: AbortSignal): Promise<HostAnswer> {
    const name = this.surface.targets.get(target);
    if (name === undefined) return { ok: false, message: `${target} is not a tool` };
    const [given = {}, ...others] = args;
    if (!this.registry.isEnabled(name)) return this.refuseDisabled(name, given, signal);
    const tool = this.registry.get(name);
    if (!tool || others.length || typeof given !== 'object' || given === null || Array.isArray(given)) {
      return {
        ok: false,
        message: `${target} takes one object: ${tool ? signatureOf(name, tool.describe()) : name}`,
      };
    }
    const parameters = Object.keys(tool.describe().inputSchema.properties);
    const whole = await wholeResult(
      name,
      completeNames(given as Record<string, unknown>, parameters),
      (asked) => this.registry.call(name, asked, this.optionsFor(name, signal)),
      { characters: this.limits.memoryBytes / 8, mayCall: () => ++this.made <= this.limits.calls },
    );
    for (const remark of whole.remarks ?? []) this.remarks.add(`[${name}: ${remark}]`);
    if ('value' in whole) {
      this.shapes.set(name, shapeOf(whole.value));
      return { ok: true, value: whole.value };
    }
    if ('incomplete' in whole) return { ok: false, message: whole.incomplete, data: whole.data };
    const { failed } = whole;
    return { ok: false, message: `${name}: ${outcomeError(failed)}`, data: failureData(failed) };
  }

  private async refuseDisabled(name: string, given: unknown, signal: AbortSignal): Promise<HostAnswer> {
    const error = new ToolDisabledError(name, this.registry.disabledReason(name));
    try {
      const args = isObject(given) ? given : {};
      const refused = await this.registry.refuse(name, args, this.optionsFor(name, signal), error);
      return { ok: false, message: `${name}: ${outcomeError(refused)}`, data: failureData(refused) };
    } catch {
      const { message, code } = error;
      return { ok: false, message, data: { error: message, error_type: 'disabled', error_data: { code } } };
    }
  }

  private optionsFor(name: string, signal: AbortSignal): CallOptions {
    const { session, log } = this.context;
    return {
      door: 'run',
      ...(session && { session }),
      signal,
      log,
      ...withinCall(this.context),
      progress: (update) =>
        this.progress({ ...update, message: `${name}: ${update.message ?? update.progress}` }),
    };
  }
}

// The data of a ToolError: the whole failure, in whatever form the tool returned it.
function failureData(outcome: CallOutcome): unknown {
  const { result } = outcome;
  if (result instanceof Result) return result.toJson();
  return result.value ?? { error: outcomeError(outcome), code: ErrorCode.Execution };
}
