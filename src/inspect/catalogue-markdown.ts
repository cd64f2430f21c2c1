import { argumentRows, type ArgumentRow } from './argument-rows';
import { CATALOGUE_MARK } from './catalogue-mark';
import { descriptionParts, hintsOf } from './description-parts';
import { howMany } from '../base/how-many';
import { resourceCount } from './count-resources';
import type { PeerPrompt } from '../client/peer-lists';
import type { Catalogue, ShownTool } from './inspect-wire';

/** Writes a catalogue as markdown. */
export function catalogueMarkdown(catalogue: Catalogue): string {
  const { name, version, instructions, tools, prompts, resources, total } = catalogue;
  const lines = [
    `<!-- ${CATALOGUE_MARK} -->`,
    '',
    `# ${inline(name)}${version ? ` ${inline(version)}` : ''}`,
    '',
    `${howMany(tools.length, 'tool')}, ${howMany(prompts.length, 'prompt')}, ${resourceCount(resources)}. The list of tools and the instructions cost an agent about ${total.tokens} tokens.`,
    '',
    ...(instructions ? ['## Instructions', '', ...quoted(instructions), ''] : []),
    ...(tools.length ? ['## Tools', '', ...tools.flatMap(toolLines)] : []),
    ...(prompts.length ? ['## Prompts', '', ...prompts.flatMap(promptLines)] : []),
    ...(resources.length ? ['## Resources', '', '| address | name | description |', '|---|---|---|'] : []),
    ...resources.map(({ uri, name: title = '', description = '' }) =>
      row([code(uri), cell(title), cell(description)]),
    ),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function toolLines(tool: ShownTool): string[] {
  const { name, description, inputSchema, outputSchema, annotations, cost, disabled } = tool;
  const { purpose, usage, examples } = descriptionParts(description);
  const facts = [
    ...hintsOf(annotations),
    ...(disabled ? ['disabled'] : []),
    ...(cost ? [`about ${cost.tokens} tokens`] : []),
  ];
  const rows = argumentRows(inputSchema);
  const results = outputSchema ? argumentRows(outputSchema) : [];
  return [
    `### ${inline(name)}`,
    '',
    ...(facts.length ? [`_${facts.join(' · ')}_`, ''] : []),
    ...(purpose ? [...quoted(purpose), ''] : []),
    ...(usage ? [...quoted(usage), ''] : []),
    ...(rows.length ? [...argumentTable(rows), ''] : ['No arguments.', '']),
    ...(results.length ? [...resultTable(results), ''] : []),
    ...examples.flatMap(({ explains, args }) => [
      ...(explains ? [inline(explains), ''] : []),
      ...fenced(args, 'json'),
      '',
    ]),
  ];
}

function argumentTable(rows: readonly ArgumentRow[]): string[] {
  return [
    '| argument | value | required | default | description |',
    '|---|---|---|---|---|',
    ...rows.map(({ name, type, required, default: preset, rules, description }) =>
      row([
        code(name),
        cell(rules ? `${type}; ${rules}` : type),
        required ? 'yes' : '',
        preset === undefined ? '' : code(preset),
        cell(description),
      ]),
    ),
  ];
}

function resultTable(rows: readonly ArgumentRow[]): string[] {
  return [
    '| result | value | always there | description |',
    '|---|---|---|---|',
    ...rows.map(({ name, type, required, rules, description }) =>
      row([code(name), cell(rules ? `${type}; ${rules}` : type), required ? 'yes' : '', cell(description)]),
    ),
  ];
}

function promptLines({ name, description, arguments: args = [] }: PeerPrompt): string[] {
  const rows = args.map((each) =>
    row([code(each.name), each.required ? 'yes' : '', cell(each.description ?? '')]),
  );
  return [
    `### ${inline(name)}`,
    '',
    ...(description ? [...quoted(description), ''] : []),
    ...(rows.length ? ['| argument | required | description |', '|---|---|---|', ...rows, ''] : []),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

// Text of a server is shown as it is: nothing in it becomes markup, a link or a heading.
function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&')
    .replaceAll('&', '&amp;');
}

function cell(text: string): string {
  return inline(text);
}

function code(text: string): string {
  const flat = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  const ticks = '`'.repeat(longestRun(flat) + 1);
  return /^`|`$/.test(flat) ? `${ticks} ${flat} ${ticks}` : `${ticks}${flat}${ticks}`;
}

function quoted(text: string): string[] {
  return text.split(/\r?\n/).map((line) => (line.trim() ? `> ${inline(line)}  ` : '>'));
}

function fenced(text: string, language: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, text, fence];
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
