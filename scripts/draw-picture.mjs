// Draws docs/toolwright.svg, the picture at the top of the README.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const lines = (texts, x, y, step, attributes) =>
  texts
    .map(
      (text, index) =>
        `<text x="${x}" y="${y + index * step}" ${attributes} xml:space="preserve">${escape(text)}</text>`,
    )
    .join('\n');

const source = [
  'class AddNoteArgs extends ToolArguments {',
  "  @Arg({ description: 'Name', maxLength: 50 })",
  '  name!: string;',
  '',
  "  @Arg({ description: 'Tags', items: 'string' })",
  '  tags: string[] = [];',
  '}',
  '',
  "@Tool({ args: AddNoteArgs, description: 'Note.' })",
  'class AddNote {',
  '  constructor(private notes: NoteStore) {}',
  '',
  '  run(args: AddNoteArgs) {',
  '    return Result.ok(this.notes.add(args));',
  '  }',
  '}',
];

const outcomes = [
  ['JSON Schema', '{ "name": { "type": "string", … }, … }'],
  ['Description', 'four sections an agent can act on'],
  ['Validation', 'a valid instance, or every problem at once'],
  ['Consent and policy', 'behind every door: client, run, prompt, shell'],
  ['Errors', 'the field, what came, what is right, one example'],
];

const mono = 'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13"';
const sans = 'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif"';
const boxes = outcomes
  .map(([title, text], index) => {
    const y = 24 + index * 76;
    return `<path d="M 462 200 C 500 200, 490 ${y + 30}, 520 ${y + 30}" fill="none" stroke="#8b7cf6" stroke-width="1.5"/>
<rect x="520" y="${y}" width="416" height="60" rx="8" fill="#fff" stroke="#d6d3e8"/>
<text x="538" y="${y + 25}" ${sans} font-size="15" font-weight="600" fill="#2b2544">${escape(title)}</text>
<text x="538" y="${y + 46}" ${mono} fill="#5d5878">${escape(text)}</text>`;
  })
  .join('\n');

writeFileSync(
  join(root, 'docs', 'toolwright.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 420" role="img" aria-label="One annotated class becomes schema, description, validation, consent and errors">
<rect width="960" height="420" rx="12" fill="#f6f5fb"/>
<rect x="24" y="24" width="438" height="372" rx="8" fill="#221d38"/>
${lines(source, 42, 56, 21.5, `${mono} fill="#e7e3ff"`)}
${boxes}
</svg>
`,
);
