import { isError } from '../base/any-realm';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import { ToolOutputError } from '../errors';
import { compileCheck } from '../json/checker';
import type { Report } from '../json/check-report';
import { Result } from '../result';
import { OutputShape } from '../schema/output-shape';
import { asData, takeUndeclared } from '../schema/sdk-result';
import { refuseUnsendable, ToolResult } from '../tool-result';

/** Judges what the function of a defined tool returned; throws where it is not what the definition says. */
export type DefinedOutput = (returned: unknown) => unknown;

interface Stated {
  readonly name: string;
  readonly returns?: JsonSchema;
  readonly outputSchema?: ObjectSchema;
}

/** Makes the judge of a defined tool's results: its value by `returns`, its structured content by `outputSchema`. */
export function definedOutput({ name, returns, outputSchema }: Stated): DefinedOutput {
  const shape = returns && new OutputShape(name, { schema: returns });
  const judge = outputSchema && structuredJudge(name, outputSchema);
  return (given) => {
    const returned = takeUndeclared(given, returns ?? outputSchema ?? {});
    if (isError(returned)) return returned;
    const shaped = shape ? shape.described(returned) : asData(returned);
    judge?.(shaped);
    return shaped;
  };
}

function structuredJudge(name: string, schema: ObjectSchema): (returned: unknown) => void {
  const check = compileCheck(schema);
  return (returned) => {
    if (isFailure(returned)) return;
    const structured = structuredOf(returned);
    const report: Report = { problems: [], repairs: [], repairing: false };
    check(structured ?? null, report);
    if (!report.problems.length) return;
    const wrong = report.problems.map(({ field, message }) => `${field || 'the value'} ${message}`);
    throw new ToolOutputError(
      `${name} returned what its outputSchema does not allow: ${wrong.join('; ')}`,
      name,
    );
  };
}

function isFailure(returned: unknown): boolean {
  return (
    (returned instanceof Result && returned.isFailure()) ||
    (returned instanceof ToolResult && returned.isError)
  );
}

// What a client will be sent beside the text.
function structuredOf(returned: unknown): unknown {
  if (returned instanceof ToolResult) return returned.structured;
  if (returned instanceof Result) return returned.toJson();
  refuseUnsendable(returned);
  return returned;
}
