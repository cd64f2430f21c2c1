import { allowedText } from '../json/allowed-text';
import type { JsonSchema } from '../base/json-schema';
import { planOf, type Field } from '../schema/args-schema';
import { shippedModel, type ConfigModel } from './config-model';
import { usualSettings } from './effective-config';
import { introduction } from './reference-introduction';
import { entryOf, sectionOf, type KnownSetting } from './known-settings';
import { settingInFile, shownSetting } from './shown-setting';

/** Writes the reference page of an app's settings, from the classes that validate its configuration. */
export function configurationReference(model: ConfigModel = shippedModel): string {
  const page = new Page(model);
  const { fields } = planOf(model.cls);
  const defaults = new model.cls() as object;
  const plain = fields.filter((field) => !isGroup(field));
  const lines = [
    introduction(model === shippedModel),
    '## Settings',
    '',
    ...page.table(plain, [], defaults),
    '',
  ];
  for (const field of fields.filter(isGroup)) lines.push(...page.section(field, [], defaults));
  return `${lines.join('\n').trimEnd()}\n`;
}

class Page {
  private readonly usual = usualSettings();

  constructor(private readonly model: ConfigModel) {}

  section(field: Field, above: readonly string[], holder: object): string[] {
    const { wireName, key, stated } = field.note;
    const path = [...above, wireName];
    const entry = entryOf(field.note);
    const cls = (sectionOf(field.note) ?? entry)!;
    const defaults = entry ? new entry() : ((holder as Record<string, object>)[key] ?? new cls());
    const inside = entry ? [...path, 'NAME'] : path;
    const { fields } = planOf(cls);
    const head = [`### \`${path.join('.')}\``, '', `${stated.description}.`];
    const own = entry && this.settingAt(path);
    if (own)
      head.push('', `Also as JSON text: option \`--${own.option}\`, variable \`${own.variables[0]}\`.`);
    const plain = fields.filter((each) => !isGroup(each));
    const nested = fields.filter(isGroup).flatMap((each) => this.section(each, inside, defaults));
    return [...head, '', ...this.table(plain, inside, defaults), '', ...nested];
  }

  table(fields: readonly Field[], above: readonly string[], defaults: object): string[] {
    const rows = fields.map((field) => {
      const path = [...above, field.note.wireName];
      const setting = this.settingAt(path);
      return [
        code(path.join('.')),
        `${field.note.stated.description}. ${values(field.schema)}`,
        field.required ? 'required' : this.defaultOf(field, path, defaults),
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

  private defaultOf({ note }: Field, path: readonly string[], defaults: object): string {
    const value = settingInFile(note, (defaults as Record<string, unknown>)[note.key]);
    const isOurs = this.usual.get(path.join('.')) === JSON.stringify(value);
    return shownDefault(isOurs ? value : shownSetting(note, value));
  }

  private settingAt(path: readonly string[]): KnownSetting | undefined {
    return this.model.settings.find((setting) => setting.path.join('.') === path.join('.'));
  }
}

function isGroup(field: Field): boolean {
  return sectionOf(field.note) !== undefined || entryOf(field.note) !== undefined;
}

function optionNames({ option, names: { short, aliases = [] }, kind }: KnownSetting): string {
  const names = [...(short ? [`-${short}`] : []), ...[option, ...aliases].map((name) => `--${name}`)];
  return `${names.map(code).join(', ')}${kind === 'list' ? ', repeatable' : ''}`;
}

function values(schema: JsonSchema): string {
  const word = schema.enum
    ? `One of ${schema.enum.map((value) => code(String(value))).join(', ')}`
    : capital(typeWord(schema));
  return `${[word, ...limits(schema)].join(', ')}.`;
}

function limits({ minimum, maximum, minLength, maxLength, pattern }: JsonSchema): string[] {
  return [
    range(minimum, maximum),
    minLength === 1 && maxLength === undefined ? 'not empty' : range(minLength, maxLength, ' characters'),
    pattern === undefined ? '' : `matching ${code(pattern)}`,
  ].filter(Boolean);
}

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  return most === undefined ? '' : `at most ${most}${unit}`;
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
