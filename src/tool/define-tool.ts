import type { ArgAccess } from '../access';
import { AuthorError } from '../errors';
import { canCompile, compileCheck } from '../json/checker';
import type { Check, Report } from '../json/report';
import { exampleArguments } from '../json/example';
import type { JsonSchema, ObjectSchema } from '../json-schema';
import { lazyRequire } from '../lazy-require';
import { definedAccesses } from './defined-accesses';
import { toolMarkdown, toolSummary } from './markdown';
import type { ToolFacts } from '../metadata';
import { TOOL_NAME } from '../names';
import type { Checked } from '../schema/checked';
import type { Problem } from '../json/problem';
import type { Tool, ToolDescription } from './tool';
import type { ToolContext } from '../tool-context';

/** A tool stated as a value: a name, a raw JSON Schema and a function. */
export interface ToolDefinition extends Omit<ToolFacts, 'output'> {
  name: string;
  inputSchema?: JsonSchema;
  outputSchema?: ObjectSchema;
  /** What the policy judges before it runs: names of arguments, dotted inside objects. */
  access?: Readonly<Record<string, ArgAccess>>;
  /** Where it comes from, for error messages. */
  source?: string;
  pack?: string;
  disabledReason?: string;
  run: (args: Record<string, unknown>, context: ToolContext) => unknown;
}

/** Makes a tool from a name, a raw JSON Schema and a function. */
export function defineTool(definition: ToolDefinition): Tool {
  if (!TOOL_NAME.test(definition.name)) {
    throw new AuthorError(
      `tool '${definition.name}'`,
      'has a name that clients refuse.',
      'Use letters, digits, _ and -.',
    );
  }
  const schema = rootSchema(definition);
  const source = definition.source ?? `tool '${definition.name}'`;
  const accesses = definedAccesses(definition.access ?? {}, schema, source);
  let description: ToolDescription | undefined;
  let check: ((raw: Record<string, unknown>) => Checked) | undefined;
  const { name, prefix, category, pack, enabledBy, disabledReason, timeoutSeconds, synchronous } = definition;
  return {
    name,
    ...(prefix !== undefined && { prefix }),
    ...(category !== undefined && { category }),
    ...(pack !== undefined && { pack }),
    ...(enabledBy !== undefined && { enabledBy }),
    ...(disabledReason !== undefined && { disabledReason }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(synchronous !== undefined && { synchronous }),
    tags: definition.tags ?? [],
    enabled: definition.enabled ?? true,
    secrets: [],
    accesses,
    source,
    describe: () => (description ??= describe(definition, schema)),
    check: (raw) => (check ??= checkOf(schema))(raw),
    run: (args, context) => definition.run(args as Record<string, unknown>, context),
  };
}

function rootSchema(definition: ToolDefinition): ObjectSchema {
  const schema = definition.inputSchema ?? { type: 'object' };
  if (schema.type !== 'object') {
    throw new AuthorError(
      definition.source ?? `tool '${definition.name}'`,
      'has an input schema whose root is not `type: "object"`, which clients refuse.',
      'Put the value under a property.',
    );
  }
  refuseUnknownTypes(schema, definition.source ?? `tool '${definition.name}'`);
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}

const TYPES = new Set<unknown>(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

function refuseUnknownTypes(schema: JsonSchema, place: string): void {
  for (const type of [schema.type ?? []].flat()) {
    if (!TYPES.has(type))
      throw new AuthorError(
        place,
        `has a schema with the unknown type '${type}'.`,
        `Use one of ${[...TYPES].join(', ')}.`,
      );
  }
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...[schema.items ?? []].flat(),
  ];
  for (const each of inner) refuseUnknownTypes(each, place);
}

function describe(definition: ToolDefinition, inputSchema: ObjectSchema): ToolDescription {
  return {
    description: toolMarkdown(definition, inputSchema),
    summary: toolSummary(definition),
    inputSchema,
    ...(definition.outputSchema && { outputSchema: definition.outputSchema }),
    ...(definition.annotations && { annotations: definition.annotations }),
  };
}

function checkOf(schema: ObjectSchema): (raw: Record<string, unknown>) => Checked {
  const verdict = canCompile(schema) ? compileCheck(schema) : ajvCheck(schema);
  return (raw) => {
    const report: Report = { problems: [], repairs: [], repairing: true };
    const args = verdict(raw, report) as Record<string, unknown>;
    if (!report.problems.length) return { ok: true, args, repairs: report.repairs };
    const example = canCompile(schema) ? exampleArguments(schema) : undefined;
    return { ok: false, problems: report.problems, ...(example && { example }) };
  };
}

// Schemas with keywords beyond ours are judged by Ajv, loaded for the first of them.
function ajvCheck(schema: ObjectSchema): Check {
  const { default: Ajv } = lazyRequire('ajv') as typeof import('ajv/dist/2020');
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  return (value, report) => {
    if (validate(value)) return value;
    for (const error of validate.errors ?? []) {
      const problem: Problem = {
        field: fieldOf(error.instancePath, error.params),
        message: error.message ?? 'is wrong',
      };
      report.problems.push(problem);
    }
    return value;
  };
}

function fieldOf(pointer: string, params: Record<string, unknown>): string {
  const steps = pointer.split('/').slice(1);
  const extra = params['missingProperty'] ?? params['additionalProperty'];
  if (typeof extra === 'string') steps.push(extra);
  return steps.map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index ? `.${step}` : step)).join('');
}
