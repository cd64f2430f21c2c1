import { fence } from '../tool/code-fence';
import type { ObjectSchema } from '../base/json-schema';
import { headed } from '../tool/markdown';
import type { PromptNote } from '../metadata';

/** What the prompt is for, in its author's words. */
export function promptSummary(note: PromptNote): string {
  return note.description.trim();
}

/** The four labelled sections of a prompt, with its arguments as users write them. */
export function promptMarkdown(note: PromptNote, schema: ObjectSchema): string {
  const examples = note.examples?.length
    ? note.examples
    : [{ call: `@${note.name}`, explains: `Renders ${note.name}.` }];
  return [
    `## Description\n\n${headed(note.title ?? note.name, promptSummary(note))}`,
    schemaSection(note, schema),
    `## Usage Instructions\n\n${fence('text', note.usage?.trim() || `@${note.name}${note.conceptual ? ` [${note.conceptual}]` : ''}`)}`,
    `## Concrete Examples\n\n${examples.map((example) => `${fence('text', example.call)}\n${example.explains}`).join('\n\n')}`,
  ].join('\n\n');
}

function schemaSection(note: PromptNote, schema: ObjectSchema): string {
  if (note.conceptual === undefined) {
    return `## JSON Schema\n\n${fence('json', JSON.stringify(schema, null, 2))}`;
  }
  return `## Conceptual Schema\n\n${fence('text', `${note.name}(${note.conceptual})`)}`;
}
