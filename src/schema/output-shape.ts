import { compileCheck } from '../json/checker';
import type { Check, Report } from '../json/report';
import { ToolExecutionError } from '../errors';
import type { ArgsClass } from '../metadata';
import { plainValue } from '../base/json-value';
import { Result } from '../result';
import { planOf, type ArgsPlan, type TypeFacts } from './args-schema';
import { refuseUnsendable, ToolResult } from '../tool-result';
import { toWireNames } from './wire-names';

/** Brings what a tool returns into the shape its output class announces. */
export class OutputShape {
  private readonly plan: ArgsPlan;
  private readonly check: Check;

  constructor(
    private readonly tool: string,
    cls: ArgsClass,
    private readonly facts?: TypeFacts,
  ) {
    this.plan = planOf(cls, facts);
    this.check = compileCheck(this.plan.schema);
  }

  /** A Result whose value has its wire names; throws where the value is not of the class. */
  readonly apply = (returned: unknown): unknown => {
    if (returned instanceof Result)
      return returned.isOk() ? returned.withValue(this.wire(returned.value)) : returned;
    if (returned instanceof ToolResult) {
      return returned.isError || returned.value === undefined
        ? returned
        : Result.ok(this.wire(returned.value));
    }
    return Result.ok(this.wire(returned));
  };

  private wire(value: unknown): unknown {
    refuseUnsendable(value);
    const named = toWireNames(plainValue(value), this.plan, this.facts);
    const report: Report = { problems: [], repairs: [], repairing: false };
    this.check(named, report);
    if (!report.problems.length) return named;
    const wrong = report.problems
      .map((problem) => `${problem.field || 'the value'} ${problem.message}`)
      .join('; ');
    throw new ToolExecutionError(
      `${this.tool} returned what its output class ${this.plan.cls.name} does not allow: ${wrong}`,
      this.tool,
    );
  }
}
