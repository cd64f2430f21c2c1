import { isThenable } from '../base/awaitable';
import { AuthorError } from '../errors';
import { compileCheck } from '../json/checker';
import { canCompile, innerSchemas } from '../json/schema-keywords';
import type { Report } from '../json/check-report';
import { hideReceived } from '../json/hide-received';
import { exampleArguments } from '../json/schema-example';
import { refuseUnsoundSchema } from '../json/sound-schema';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import { returnsOfCall } from './background-returns';
import { definedOutput, type DefinedOutput } from './defined-output';
import type { DefinedTool } from './defined-tool';
import { definedAccesses } from './defined-tool-accesses';
import { LateDescription } from './late-description';
import { refuseWrongExamples, toolSummary } from './markdown';
import { refuseWrongDefinition } from './refuse-wrong-definition';
import type { Checked } from '../schema/checked-args';
import { checkHeaders } from '../schema/param-header';
import { secretProperties } from '../json/secret-properties';
import { statedArguments } from './stated-examples';
import type { ToolShape, ToolDescription } from './tool';

/** Makes a tool from a name, a raw JSON Schema and a function. */
export function defineTool(definition: DefinedTool): ToolShape {
  refuseWrongDefinition(definition);
  const source = definition.source ?? `tool '${definition.name}'`;
  const schema = rootSchema(definition, source);
  const accesses = definedAccesses(definition.access ?? {}, schema, source);
  let description: ToolDescription | undefined;
  let secrets: readonly string[] | undefined;
  let judge: DefinedOutput | undefined;
  let check: ((raw: Record<string, unknown>) => Checked) | undefined;
  const { name, prefix, category, pack, enabledBy, disabledReason, timeoutSeconds, synchronous } = definition;
  const { answerBudget, taskSupport, idempotencyKey } = definition;
  return {
    name,
    ...(prefix !== undefined && { prefix }),
    ...(category !== undefined && { category }),
    ...(pack !== undefined && { pack }),
    ...(enabledBy !== undefined && { enabledBy }),
    ...(disabledReason !== undefined && { disabledReason }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(answerBudget !== undefined && { answerBudget }),
    ...(synchronous !== undefined && { synchronous }),
    ...(taskSupport !== undefined && { taskSupport }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    tags: definition.tags ?? [],
    enabled: definition.enabled ?? true,
    get secrets() {
      return (secrets ??= secretProperties(schema));
    },
    accesses,
    source,
    describe: () => (description ??= soundly(describe(definition, schema, source))),
    verify(problems) {
      problems.attempt(() => (description ??= describe(definition, schema, source)), source);
      problems.attempt(() => (check ??= checkOf(schema, source)), source);
      problems.attempt(() => refuseWrongExamples(definition, schema, source), source);
    },
    examples: () => statedArguments(definition.examples, schema),
    check: (raw) => (check ??= checkOf(schema, source))(raw),
    run(args, context) {
      const returned = definition.run(args as Record<string, unknown>, context);
      if (!definition.returns && !definition.outputSchema) return returned;
      judge ??= definedOutput(definition);
      return isThenable(returned) ? Promise.resolve(returned).then(judge) : judge(returned);
    },
  };
}

function rootSchema(definition: DefinedTool, place: string): ObjectSchema {
  const schema = definition.inputSchema ?? { type: 'object' };
  if (schema.type !== 'object') {
    throw new AuthorError(
      place,
      'has an input schema whose root is not `type: "object"`, which clients reject.',
      'Put the value under a property.',
    );
  }
  refuseUnsoundSchema(schema, place);
  refuseWrongOutput(definition, place);
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}

// One that clients reject makes them reject the whole list.
function refuseWrongOutput({ outputSchema, returns }: DefinedTool, place: string): void {
  if (returns) refuseUnsoundSchema(returns, place);
  if (!outputSchema) return;
  refuseUnsoundSchema(outputSchema, place);
  if (outputSchema.type === 'object') return;
  throw new AuthorError(
    place,
    'has an output schema whose root is not `type: "object"`, which clients reject together with every other tool.',
    'Put the value under a property, or state it in `returns`, which clients are not sent.',
  );
}

function describe(definition: DefinedTool, inputSchema: ObjectSchema, place: string): ToolDescription {
  checkHeaders(place, inputSchema, 'x-mcp-header');
  const synchronous = definition.synchronous !== false;
  const { name, usage, examples, outputSchema, annotations } = definition;
  return new LateDescription({
    name,
    summary: toolSummary(definition),
    usage: usage?.trim() || undefined,
    examples,
    inputSchema,
    // A call that goes on in the background sends the operation first.
    outputSchema: synchronous ? outputSchema : undefined,
    returns: returnsOf(definition),
    annotations,
  });
}

// The parts of a schema that Ajv checks are found invalid when an example is made for the text: before they are listed, not after.
function soundly(description: ToolDescription): ToolDescription {
  if (!isCompiled(description.inputSchema)) void description.description;
  return description;
}

function isCompiled(schema: JsonSchema): boolean {
  return canCompile(schema) && innerSchemas(schema).every(isCompiled);
}

function returnsOf({ returns, outputSchema, synchronous }: DefinedTool): JsonSchema | undefined {
  const value = returns ?? (synchronous === false ? outputSchema : undefined);
  return value && returnsOfCall(value, synchronous);
}

function checkOf(schema: ObjectSchema, place: string): (raw: Record<string, unknown>) => Checked {
  const verdict = compileCheck(schema, place);
  return (raw) => {
    const report: Report = { problems: [], repairs: [], repairing: true, exact: true };
    const args = verdict(raw, report) as Record<string, unknown>;
    if (!report.problems.length) return { ok: true, args, repairs: report.repairs };
    hideReceived(report.problems, schema, secretProperties(schema));
    const example = exampleArguments(schema);
    return { ok: false, problems: report.problems, ...(example && { example }) };
  };
}
