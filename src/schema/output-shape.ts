import { compileCheck } from '../json/checker';
import type { Check, Report } from '../json/check-report';
import { ToolOutputError } from '../errors';
import { plainValue } from '../base/json-value';
import { Result } from '../result';
import { asData, takeUndeclared } from './sdk-result';
import { refuseUnsendable, ToolResult } from '../tool-result';
import { planOf } from './args-schema';
import type { TypeFacts } from './field-facts';
import type { ReturnedValue } from './returned-value';
import { nestedNames } from './wire-names';

/** Brings what a tool returns into the shape that it announces; throws where the value is not of that shape. */
export class OutputShape {
  private readonly check: Check;

  constructor(
    private readonly tool: string,
    private readonly value: ReturnedValue,
    private readonly facts?: TypeFacts,
  ) {
    this.check = compileCheck(value.schema);
  }

  /** For a tool with an `output` class: a Result whose value has its wire names. */
  readonly published = (given: unknown): unknown => {
    const returned = takeUndeclared(given, this.value.schema);
    if (returned instanceof Result)
      return returned.isOk() ? returned.withValue(this.wire(returned.value)) : returned;
    if (!(returned instanceof ToolResult)) return Result.ok(this.wire(returned));
    if (returned.isError) return returned;
    if (returned.value === undefined)
      throw new ToolOutputError(
        `${this.tool} returned content without the value that its output class announces: pass the value to ToolResult too, or return it alone`,
        this.tool,
      );
    return Result.ok(this.wire(returned.value));
  };

  /** For a tool that only says what it returns: the same kind of result, with the content that its author made. */
  readonly described = (given: unknown): unknown => {
    const returned = takeUndeclared(given, this.value.schema);
    if (returned instanceof Result)
      return returned.isOk() ? returned.withValue(this.wire(returned.value)) : returned;
    if (!(returned instanceof ToolResult)) return asData(this.wire(returned));
    if (returned.isError) return returned;
    const value = this.wire(returned.asValue);
    return returned.value === undefined
      ? returned
      : new ToolResult(returned.content, false, value, returned.page, returned.meta);
  };

  // Nothing is sent as null is.
  private wire(value: unknown): unknown {
    if (value === undefined && this.accepts(null)) return undefined;
    refuseUnsendable(value);
    const { schema, nested } = this.value;
    const plain = plainValue(value);
    const named = nested ? nestedNames(plain, schema, planOf(nested, this.facts), this.facts) : plain;
    const problems = this.problemsOf(named);
    if (!problems.length) return named;
    const wrong = problems.map((problem) => `${problem.field || 'the value'} ${problem.message}`).join('; ');
    const shape = nested ? `class ${nested.name} does` : 'schema does';
    throw new ToolOutputError(
      `${this.tool} returned what its output ${shape} not allow: ${wrong}`,
      this.tool,
    );
  }

  private accepts(value: unknown): boolean {
    return this.problemsOf(value).length === 0;
  }

  private problemsOf(value: unknown): Report['problems'] {
    const report: Report = { problems: [], repairs: [], repairing: false };
    this.check(value, report);
    return report.problems;
  }
}
