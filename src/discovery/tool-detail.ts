import type { JsonSchema } from '../base/json-schema';
import { returnType, signatureOf, typeOf } from '../tool/signature';
import type { ToolShape } from '../tool/tool';

const MOST_OPTIONAL = 5;
const LONGEST_TYPE = 80;

/** One argument in the details of a tool. */
export interface ArgumentDetail {
  name: string;
  type: string;
  required: boolean;
  default?: unknown;
  description: string;
}

/** A tool in a list of tools. */
export interface ToolBrief {
  name: string;
  signature: string;
  description: string;
}

/** Returns name, signature and first line of a tool. */
export function briefOf(tool: ToolShape): ToolBrief {
  const described = tool.describe();
  const [description = ''] = described.summary.trim().split('\n', 1);
  return { name: tool.name, signature: signatureOf(tool.name, described), description };
}

/** Formats a tool on one line: `read_file({ path: string }): string // Read a file.` Of many optional arguments the first are shown. */
export function lineOf(tool: ToolShape): string {
  const { inputSchema, outputSchema, summary } = tool.describe();
  const required = new Set(inputSchema.required);
  const all = Object.entries(inputSchema.properties);
  const optional = all.filter(([name]) => !required.has(name)).slice(0, MOST_OPTIONAL);
  const members = [...all.filter(([name]) => required.has(name)), ...optional].map(
    ([name, schema]) => `${name}${required.has(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  if (members.length < all.length) members.push('…');
  const returned = outputSchema ? typeOf(outputSchema) : '';
  const type = returned.length > LONGEST_TYPE ? `${returned.slice(0, LONGEST_TYPE)}…` : returned;
  const [line = ''] = summary.trim().split('\n', 1);
  return `${tool.name}(${members.length ? `{ ${members.join('; ')} }` : ''})${type && `: ${type}`} // ${line}`;
}

/** Returns the details of a tool; examples in the prompts file replace its own. */
export function detailOf(
  tool: ToolShape,
  enabled: boolean,
  examples?: readonly unknown[],
): Record<string, unknown> {
  const described = tool.describe();
  const { inputSchema, annotations } = described;
  const output = described.returns ?? described.outputSchema;
  const required = new Set(inputSchema.required);
  return {
    name: tool.name,
    signature: signatureOf(tool.name, described),
    description: described.summary,
    args: Object.entries(inputSchema.properties).map(([name, schema]) =>
      argument(name, schema, required.has(name)),
    ),
    returns: returnType(described),
    examples: examples?.length ? examples : ownExamples(described.description),
    ...(tool.pack !== undefined && { pack: tool.pack }),
    ...(tool.category !== undefined && { category: tool.category }),
    tags: tool.tags,
    enabled,
    ...(annotations && { annotations }),
    ...(output && { output }),
  };
}

function argument(name: string, schema: JsonSchema, required: boolean): ArgumentDetail {
  return {
    name,
    type: typeOf(schema),
    required,
    ...(schema.default !== undefined && { default: schema.default }),
    description: schema.description ?? '',
  };
}

// The fourth section is generated, so it can be parsed.
function ownExamples(description: string): unknown[] {
  const section = description.slice(description.lastIndexOf('## Concrete Examples\n') + 21);
  const examples = section.matchAll(/([^\n]+)\n\n(`{3,})json\n([^]*?)\n\2/g);
  return [...examples].map(([, explains, , json]) => ({ args: JSON.parse(json!) as unknown, explains }));
}
