import { fence } from './code-fence';
import { compileCheck } from '../json/checker';
import type { Report } from '../json/check-report';
import { AuthorError } from '../errors';
import { AuthorProblems } from '../author-problems';
import { exampleArguments } from '../json/schema-example';
import { STATED_EXAMPLES } from '../schema/args-schema';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import { argNotesOf, type ArgsClass, type ToolExample, type ToolNote } from '../metadata';

/** What a tool's description is built from, besides its schema. */
export interface Describable {
  readonly name: string;
  readonly description: string;
  readonly usage?: string;
  readonly examples?: readonly ToolExample[];
  /** Whether an explicit instruction from the user is required. */
  readonly consent?: boolean;
}

/** The part of a tool class's note that descriptions use. */
export function describable(note: ToolNote): Describable {
  return note.args && needsConsent(note.args) ? { ...note, consent: true } : note;
}

function needsConsent(args: ArgsClass): boolean {
  for (const note of argNotesOf(args)) if (note.explicit !== undefined) return true;
  return false;
}

// The longest first line of the four sections; a longer one gets a heading.
const FIRST_LINE = 50;

/** The warning of every tool that requires consent. */
export const CONSENT_WARNING =
  'REQUIRES EXPLICIT USER INSTRUCTION: call this only when the user has asked for exactly this. ' +
  'Never call it on your own initiative or as part of something else.';

/** What the tool is for, in its author's words, and the warning if consent is required. */
export function toolSummary(tool: Describable): string {
  const text = tool.description.trim();
  const warned = !tool.consent || text.includes('REQUIRES EXPLICIT USER INSTRUCTION');
  return warned ? text : `${text}\n\n${CONSENT_WARNING}`;
}

/** The same as the first of four sections, whose first line is always short. */
export function headed(title: string, summary: string): string {
  const end = summary.indexOf('\n');
  return (end < 0 ? summary.length : end) <= FIRST_LINE
    ? summary
    : `${title.slice(0, FIRST_LINE)}\n\n${summary}`;
}

/** What the four sections are made from, besides the schema. */
export interface Sections {
  readonly name: string;
  /** The first of them, without a heading. */
  readonly summary: string;
  readonly usage?: string | undefined;
  readonly examples?: readonly ToolExample[] | undefined;
}

/** The four labelled sections of a tool, in order. */
export function toolMarkdown(tool: Describable, schema: ObjectSchema): string {
  const { name, usage, examples } = tool;
  return toolSections({ name, summary: toolSummary(tool), usage: usage?.trim(), examples }, schema);
}

/** The same from a summary that has been made. */
export function toolSections(tool: Sections, schema: ObjectSchema): string {
  const examples = tool.examples?.length ? tool.examples : madeExamples(tool.name, schema);
  return [
    `## Description\n\n${headed(titleOf(tool.name), tool.summary)}`,
    `## JSON Schema\n\n${fence('json', JSON.stringify(schema, null, 2))}`,
    `## Usage Instructions\n\n${fence('text', tool.usage || defaultUsage(tool.name, schema))}`,
    `## Concrete Examples\n\n${examples.map((example) => exampleText(example)).join('\n\n')}`,
  ].join('\n\n');
}

/** Formats the arguments as a Markdown list. */
export function schemaMarkdown(schema: ObjectSchema): string {
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties).map(([name, property]) => {
    const standing = required.has(name) ? 'required' : optionalText(property);
    const description = (property.description ?? '').replace(/\s*\n\s*/g, ' ');
    return `- **${name}** (${standing}): ${typeText(property)}\n  - ${description}`;
  });
  return `## Arguments\n\n${entries.length ? entries.join('\n') : 'None.'}`;
}

/** Throws for an example that the tool itself would reject. */
export function refuseWrongExamples(tool: Describable, schema: ObjectSchema, place: string): void {
  if (!tool.examples?.length) return;
  const check = compileCheck(schema);
  const problems = new AuthorProblems();
  for (const [index, example] of tool.examples.entries()) {
    const report: Report = { problems: [], repairs: [], repairing: false };
    check(example.args, report);
    const wrong = report.problems.map((problem) => `${problem.field} ${problem.message}`).join('; ');
    if (!wrong) continue;
    const what = `has an invalid example (examples[${index}]: ${wrong}).`;
    problems.add(new AuthorError(place, what, 'Correct the example.'));
  }
  problems.throwAny();
}

/** Formats a schema's type for people. */
export function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return `literal ${quoted(schema.const)}`;
  if (schema.enum) return `enum: ${schema.enum.map(quoted).join(', ')}`;
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.type === 'array') return `array of ${schema.items ? typeText(schema.items) : 'any'}`;
  return schema.type ?? 'any';
}

function optionalText(schema: JsonSchema): string {
  return schema.default === undefined ? 'optional' : `optional, default ${JSON.stringify(schema.default)}`;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Returns the heading that a description gets whose own first line is too long for one. */
export function titleOf(name: string): string {
  const words = name.replace(/[_-]+/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function defaultUsage(name: string, schema: ObjectSchema): string {
  const required = schema.required ?? [];
  const optional = Object.keys(schema.properties).filter((property) => !required.includes(property));
  const parts = [`Call ${name} with ${required.length ? required.join(', ') : 'no required arguments'}.`];
  if (optional.length) parts.push(`Optional: ${optional.join(', ')}.`);
  return parts.join('\n');
}

function madeExamples(name: string, schema: ObjectSchema): ToolExample[] {
  const args = exampleArguments(schema, STATED_EXAMPLES, `tool '${name}'`) ?? {};
  return [{ args, explains: `Calls ${name} with its required arguments.` }];
}

function exampleText(example: ToolExample): string {
  return `${example.explains.trim()}\n\n${fence('json', JSON.stringify(example.args, null, 2))}`;
}
