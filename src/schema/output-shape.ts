import { compileCheck } from '../json/checker';
import type { Check, Report } from '../json/report';
import { isObject } from '../base/json-value';
import { ToolExecutionError } from '../errors';
import type { JsonSchema } from '../base/json-schema';
import type { ArgsClass } from '../metadata';
import { plainValue } from '../base/json-value';
import { Result } from '../result';
import { planOf, type ArgsPlan, type TypeFacts } from './args-schema';
import { refuseUnsendable, ToolResult } from '../tool-result';

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

// Fields come under their TypeScript names or, from code that thinks of the wire, under their wire names. TypeScript lets
// an object have more properties than its type: those are not published, and so not sent.
function toWireNames(value: unknown, plan: ArgsPlan, facts?: TypeFacts): unknown {
  if (!isObject(value)) return value;
  const wire: Record<string, unknown> = {};
  for (const { note, nested, schema } of plan.fields) {
    const own = value[note.key];
    const given = plainValue(own === undefined ? value[note.wireName] : own);
    if (given === undefined) continue;
    wire[note.wireName] = nested ? nestedNames(given, schema, planOf(nested, facts), facts) : given;
  }
  return wire;
}

// A nested class stands for the value itself, for each item of a list, or for each value under free keys.
function nestedNames(value: unknown, schema: JsonSchema, plan: ArgsPlan, facts?: TypeFacts): unknown {
  const shape = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  if (Array.isArray(value)) {
    return value.map((item) => nestedNames(plainValue(item), shape.items ?? {}, plan, facts));
  }
  const free = shape.additionalProperties;
  if (!isObject(value) || typeof free !== 'object') return toWireNames(value, plan, facts);
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    nestedNames(plainValue(item), free, plan, facts),
  ]);
  return Object.fromEntries(entries);
}
