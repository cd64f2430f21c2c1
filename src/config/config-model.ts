import { AuthorProblems } from '../author-problems';
import { AuthorError } from '../errors';
import { isObject } from '../base/json-value';
import { nearestNames } from '../base/names';
import { addArgNote, argNotesOf, type ArgNote, type ArgsClass } from '../metadata';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import { planOf, schemaOf, schemaOfFields } from '../schema/args-schema';
import { checkValue } from './check-config';
import { Config, PACKS } from './config';
import type { ConfigDefaults } from './config-defaults';
import type { ConfigProblem } from './config-problem';
import { missingSettings, withoutRequired } from './required-settings';
import { secretShapeOf, secretShapeOfField } from './secret-shape';
import { settingNamesOf } from './setting';
import type { Sources } from './setting-sources';
import { findSettingsProblems } from './settings-problems';
import { entryOf, itemOf, sectionOf, settingsOf, type KnownSetting } from './known-settings';

/** What distinguishes the configuration of one app from that of another. */
export interface ModelOptions {
  readonly defaults?: ConfigDefaults | undefined;
  /** Whether the defaults are ours, in which nothing is wrong: no schema is built to check them. */
  readonly ours?: boolean;
  /** The class of the settings that the app's author declares; they are under `settings:` in the file. */
  readonly settings?: ArgsClass | undefined;
  /** The prefix of the environment variables of those settings. */
  readonly name?: string | undefined;
  /** Environment variables that may set the prefix of the tools; none by default. */
  readonly prefixVariables?: readonly string[] | undefined;
}

/** The configuration of one app: all built-in settings with the app's defaults, and those its author declares. */
export class ConfigModel {
  private made: ArgsClass<Config> | undefined;
  private known: readonly KnownSetting[] | undefined;

  constructor(private readonly options: ModelOptions = {}) {}

  /** The class that a file is checked against and a configuration is an instance of. */
  get cls(): ArgsClass<Config> {
    return (this.made ??= configClass(this.options));
  }

  /** All settings, read once from the classes. */
  get settings(): readonly KnownSetting[] {
    return (this.known ??= this.listed());
  }

  /** The name of the app that the settings belong to; undefined for the shipped server. */
  get appName(): string | undefined {
    return this.options.name;
  }

  /** What the environment variables of its settings begin with. */
  get variablePrefixes(): readonly string[] {
    return this.options.settings ? ['TOOLWRIGHT_', `${this.authorVariables}_`] : ['TOOLWRIGHT_'];
  }

  /** The schema of the file. */
  get fileSchema(): JsonSchema {
    return withOptionalSettings(schemaOf(this.cls));
  }

  /** The same schema with some settings only: those that a file has, and those that an author may have made a mistake in. */
  fileSchemaFor(values: Readonly<Record<string, unknown>>): JsonSchema {
    const { defaults = {} } = this.options;
    const needed = argNotesOf(this.cls).filter(
      ({ key, wireName }) =>
        key === 'settings' || Object.hasOwn(values, wireName) || Object.hasOwn(defaults, key),
    );
    return withOptionalSettings(schemaOfFields(this.cls, new Set(needed.map(({ key }) => key))));
  }

  /** The author's settings with their defaults; undefined where the author declares none. */
  newSettings(): object | undefined {
    return this.options.settings && new this.options.settings();
  }

  /** Where a file has secrets, as a schema that marks them. */
  get secrets(): JsonSchema {
    return secretShapeOf(this.cls);
  }

  /** What an author's settings lack when all sources were read. */
  missing(values: Record<string, unknown>): ConfigProblem[] {
    const { settings } = this.options;
    return settings ? missingSettings(settings, values['settings'], this.settings) : [];
  }

  /** What an author's own rules say against the settings, once each of them has a valid form. */
  async brokenRules({ settings }: Config, sources: Sources): Promise<ConfigProblem[]> {
    const cls = this.options.settings;
    if (!cls || !settings) return [];
    const { settingsRuleProblems } = await import('./settings-rules.js');
    return settingsRuleProblems(cls, settings, sources);
  }

  /** Adds every mistake in the author's class of settings, and every default of the app that breaks a rule. */
  findProblems(problems: AuthorProblems): void {
    const { settings } = this.options;
    const before = problems.list.length;
    if (settings) findSettingsProblems(settings, problems);
    if (problems.list.length === before) problems.attempt(() => planOf(this.cls), 'config of defineApp');
  }

  private get authorVariables(): string {
    const { name = 'app' } = this.options;
    return name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  }

  private listed(): readonly KnownSetting[] {
    const { prefixVariables = [], settings } = this.options;
    const special = { prefix: prefixVariables };
    const ours = settingsOf(Config, { variables: 'TOOLWRIGHT', above: [], special, ours: true });
    if (!settings) return ours;
    const theirs = settingsOf(settings, { variables: this.authorVariables, above: ['settings'] });
    refuseTaken(settings, theirs, ours);
    return [...ours, ...theirs];
  }
}

/** The configuration of the server that ships with the package. */
export const shippedModel = new ConfigModel({
  defaults: { prefix: 'guide', packs: [...PACKS] },
  ours: true,
  prefixVariables: ['TOOLWRIGHT_PREFIX', 'MCP_TOOL_PREFIX'],
});

function withOptionalSettings(schema: ObjectSchema): JsonSchema {
  const { settings } = schema.properties;
  if (!settings) return schema;
  return { ...schema, properties: { ...schema.properties, settings: withoutRequired(settings) } };
}

function configClass({ defaults, ours = false, settings }: ModelOptions): ArgsClass<Config> {
  // The same defaults go into each instance, so they are checked once.
  let isChecked = ours;
  class AppConfig extends Config {
    constructor() {
      super();
      if (!defaults) return;
      const problems = new AuthorProblems();
      assign(this, Config, defaults, ['config'], isChecked ? undefined : problems);
      problems.throwAny();
      isChecked = true;
    }
  }
  // Its name is the place of a mistake in the defaults.
  Object.defineProperty(AppConfig, 'name', { value: 'config of defineApp' });
  if (settings) {
    const stated = { description: 'Settings of this app', type: () => settings, optional: true };
    addArgNote(AppConfig, { key: 'settings', wireName: 'settings', stated, explicit: undefined });
  }
  return AppConfig;
}

function assign(
  instance: object,
  cls: ArgsClass,
  given: Record<string, unknown>,
  path: readonly string[],
  problems?: AuthorProblems,
): void {
  const notes = new Map(argNotesOf(cls).map((note) => [note.key, note]));
  for (const [key, value] of Object.entries(given)) {
    const note = notes.get(key);
    const place = [...path, key];
    if (!note) throw unknownSetting(place, [...notes.keys()]);
    const fields = instance as Record<string, unknown>;
    const section = sectionOf(note);
    const entry = entryOf(note);
    const { shorthand } = settingNamesOf(cls, key);
    if (section && isObject(value)) assign(fields[key] as object, section, value, place, problems);
    else if (section && shorthand !== undefined && value !== undefined)
      assign(fields[key] as object, section, { [shorthand]: value }, place, problems);
    else if (entry && isObject(value)) fields[key] = instances(entry, value, place, problems);
    else if (value !== undefined) {
      if (problems) checkDefault(cls, note, value, place, problems);
      fields[key] = value;
    }
  }
}

// The items of a list of objects have the names of fields here, not those of the file: their class judges them.
function checkDefault(
  cls: ArgsClass,
  note: ArgNote,
  value: unknown,
  place: readonly string[],
  problems: AuthorProblems,
): void {
  if (itemOf(note)) return;
  const schema = schemaOfFields(cls, new Set([note.key])).properties[note.wireName]!;
  for (const { path, message, cure } of checkValue(value, schema, secretShapeOfField(note))) {
    const inside = path === '' || path.startsWith('[') ? path : `.${path}`;
    problems.add(wrongDefault([`${place.join('.')}${inside}`], message, cure));
  }
}

function unknownSetting(path: readonly string[], known: readonly string[]): AuthorError {
  const [nearest] = nearestNames(path.at(-1)!, known, 1);
  const cure = nearest === undefined ? `Known here: ${known.join(', ')}.` : `Write '${nearest}'.`;
  return wrongDefault(path, 'is not a known setting', cure);
}

function instances(
  entry: ArgsClass,
  given: Record<string, unknown>,
  path: readonly string[],
  problems?: AuthorProblems,
): Record<string, object> {
  const stated = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    stated.map(([name, value]) => {
      const instance = new entry();
      const place = [...path, name];
      if (isObject(value)) assign(instance, entry, value, place, problems);
      else problems?.add(wrongDefault(place, 'must be an object', 'Write an object, in braces.'));
      if (problems && isObject(value)) findMissing(instance, entry, place, problems);
      return [name, instance];
    }),
  );
}

// A section has a default for every member; an entry may have members that only whoever writes it knows.
function findMissing(
  instance: object,
  cls: ArgsClass,
  path: readonly string[],
  problems: AuthorProblems,
): void {
  for (const { key, stated } of argNotesOf(cls))
    if (!stated.optional && (instance as Record<string, unknown>)[key] === undefined)
      problems.add(
        wrongDefault([...path, key], 'is required and not set', 'Set it where the app states config.'),
      );
}

function wrongDefault(path: readonly string[], what: string, cure: string): AuthorError {
  return new AuthorError(`${path.join('.')} of defineApp`, `${what}.`, cure);
}

function refuseTaken(cls: ArgsClass, theirs: readonly KnownSetting[], ours: readonly KnownSetting[]): void {
  const taken = new Set(['config', 'help', 'version']);
  for (const { option, names } of ours)
    for (const name of [option, ...(names.aliases ?? [])]) taken.add(name);
  for (const { option, path } of theirs) {
    if (taken.has(option))
      throw new AuthorError(
        `${cls.name}.${path.slice(1).join('.')}`,
        `would be the option --${option}, which already exists.`,
        `Choose another name with @Setting({ option: '…' }).`,
      );
    taken.add(option);
  }
}
