import { allowedText } from '../json/checker';
import type { JsonSchema } from '../json-schema';
import type { ArgsClass } from '../metadata';
import { planOf, type Field } from '../schema/args-schema';
import { Config } from './config';
import { REFERENCE_INTRODUCTION } from './reference-introduction';
import { allSettings, entryOf, sectionOf, type Setting } from './settings';

/** The page docs/configuration.md, made from the classes that validate the configuration. */
export function configurationReference(): string {
  const { fields } = planOf(Config);
  const plain = fields.filter((field) => !isGroup(field));
  const groups = fields.filter(isGroup);
  const lines = [REFERENCE_INTRODUCTION, '## Settings', '', ...table(Config, plain, []), ''];
  for (const field of groups) lines.push(...section(field, []));
  return `${lines.join('\n').trimEnd()}\n`;
}

function section(field: Field, above: readonly string[]): string[] {
  const path = [...above, field.note.wireName];
  const entry = entryOf(field.note);
  const cls = (sectionOf(field.note) ?? entry)!;
  const inside = entry ? [...path, 'NAME'] : path;
  const { fields } = planOf(cls);
  const head = [`### \`${path.join('.')}\``, '', `${field.note.stated.description}.`];
  const own = entry && settingAt(path);
  if (own) head.push('', `Also as JSON text: option \`--${own.option}\`, variable \`${own.variables[0]}\`.`);
  const nested = fields.filter((each) => isGroup(each)).flatMap((each) => section(each, inside));
  return [
    ...head,
    '',
    ...table(
      cls,
      fields.filter((each) => !isGroup(each)),
      inside,
    ),
    '',
    ...nested,
  ];
}

function isGroup(field: Field): boolean {
  return sectionOf(field.note) !== undefined || entryOf(field.note) !== undefined;
}

function table(cls: ArgsClass, fields: readonly Field[], above: readonly string[]): string[] {
  const probe = new cls() as Record<string, unknown>;
  const rows = fields.map((field) => {
    const path = [...above, field.note.wireName];
    const setting = settingAt(path);
    return [
      code(path.join('.')),
      `${field.note.stated.description}. ${values(field.schema)}`,
      field.required ? 'required' : shownDefault(probe[field.note.key]),
      setting ? optionNames(setting) : '',
      setting ? setting.variables.map(code).join(', ') : '',
    ];
  });
  const known = rows.some((row) => row[3] !== '');
  const head = ['Setting', 'What it does', 'Default', ...(known ? ['Option', 'Environment'] : [])];
  const shape = head.map(() => '---');
  return [head, shape, ...rows.map((row) => row.slice(0, head.length))].map(
    (row) => `| ${row.map(cell).join(' | ')} |`,
  );
}

function settingAt(path: readonly string[]): Setting | undefined {
  return allSettings().find((setting) => setting.path.join('.') === path.join('.'));
}

function optionNames({ option, from, kind }: Setting): string {
  const names = [
    ...(from.short ? [`-${from.short}`] : []),
    ...[option, ...(from.aliases ?? [])].map((name) => `--${name}`),
  ];
  return `${names.map(code).join(', ')}${kind === 'list' ? ', repeatable' : ''}`;
}

function values(schema: JsonSchema): string {
  const word = schema.enum
    ? `One of ${schema.enum.map((value) => code(String(value))).join(', ')}`
    : capital(typeWord(schema));
  const { minimum, maximum } = schema;
  const range = minimum !== undefined && maximum !== undefined ? `, ${minimum} to ${maximum}` : '';
  return `${word}${range}.`;
}

function typeWord(schema: JsonSchema): string {
  if (schema.type === 'array' && schema.items?.enum)
    return `a list of ${schema.items.enum.map((value) => code(String(value))).join(', ')}`;
  if (schema.type === 'array') return `a list of ${schema.items ? allowedText(schema.items) : 'anything'}s`;
  if (schema.type === 'object') return 'a map of strings';
  return schema.type === 'boolean' ? '`true` or `false`' : (schema.type ?? 'anything');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shownDefault(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value) && value.length > 4) return 'all of them';
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
