import type { PromptClass } from '../decorators';
import { AuthorError } from '../errors';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import { promptNoteOf, type PromptNote } from '../metadata';
import { promptMarkdown, promptSummary } from './prompt-markdown';
import { schemaOf } from '../schema/args-schema';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import { PROMPT_OPTIONS } from './prompt-options';

// More are found by completion.
const LONGEST_VALUES = 200;

/** What clients see of a prompt. */
export interface PromptDescription {
  name: string;
  title?: string;
  /** The Markdown with four sections. */
  description: string;
  /** Its first section only. */
  summary: string;
  arguments: { name: string; description: string; required: boolean }[];
}

/** Describes a prompt class to clients. */
export function describePrompt(cls: PromptClass): PromptDescription {
  const note = noteOfPrompt(cls);
  const schema: ObjectSchema = note.args ? schemaOf(note.args) : { type: 'object', properties: {} };
  const required = new Set(schema.required);
  return {
    name: note.name,
    ...(note.title !== undefined && { title: note.title }),
    description: promptMarkdown(note, schema),
    summary: promptSummary(note),
    arguments: Object.entries(schema.properties).map(([name, property]) => ({
      name,
      description: argumentText(property),
      required: required.has(name),
    })),
  };
}

// The protocol has no other place for the values that are allowed.
function argumentText({ description = '', enum: values }: JsonSchema): string {
  const allowed = values?.map(String).join(', ');
  if (allowed === undefined || allowed.length > LONGEST_VALUES) return description;
  return description === '' ? `One of ${allowed}` : `${description} (one of ${allowed})`;
}

/** Returns the note of a prompt class; throws an error that says what is missing. */
export function noteOfPrompt(cls: PromptClass): PromptNote {
  const note = promptNoteOf(cls);
  if (!note) throw new AuthorError(cls.name || 'an unnamed class', 'is not a prompt.', 'Put @Prompt on it.');
  refuseWrongOptions(cls.name, note, PROMPT_OPTIONS, { defined: 'all' });
  if ((note.description as unknown) === undefined)
    throw new AuthorError(cls.name, 'has no description.', 'Say in @Prompt what it is for.');
  return note;
}
