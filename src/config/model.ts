import { AuthorError } from '../errors';
import { isObject } from '../json-value';
import { addArgNote, argNotesOf, type ArgsClass } from '../metadata';
import { Config, PACKS } from './config';
import { sectionOf, settingsOf, type KnownSetting } from './settings';

/** What an app sets where the operator says nothing: any setting, a section of settings in part. */
export type ConfigDefaults = {
  readonly [K in keyof Omit<Config, 'settings'>]?: Config[K] extends readonly unknown[]
    ? Config[K]
    : Config[K] extends object
      ? Partial<Config[K]>
      : Config[K];
};

/** What makes the configuration of one app differ from that of another. */
export interface ModelOptions {
  readonly defaults?: ConfigDefaults | undefined;
  /** The class of the settings that the app's author declares; they stand under `settings:` in the file. */
  readonly settings?: ArgsClass | undefined;
  /** Begins the environment variables of those settings. */
  readonly name?: string | undefined;
  /** Environment variables that may set the prefix of the tools; none by default. */
  readonly prefixVariables?: readonly string[] | undefined;
}

/** The configuration of one app: every setting of ours with the app's defaults, and those its author declares. */
export class ConfigModel {
  private made: ArgsClass<Config> | undefined;
  private known: readonly KnownSetting[] | undefined;

  constructor(private readonly options: ModelOptions = {}) {}

  /** The class that a file is checked against and a configuration is made from. */
  get cls(): ArgsClass<Config> {
    return (this.made ??= configClass(this.options));
  }

  /** Every setting, read once from the classes. */
  get settings(): readonly KnownSetting[] {
    return (this.known ??= this.listed());
  }

  private listed(): readonly KnownSetting[] {
    const { name = 'app', prefixVariables = [], settings } = this.options;
    const special = { prefix: prefixVariables };
    const ours = settingsOf(Config, { variables: 'TOOLWRIGHT', above: [], special });
    if (!settings) return ours;
    const variables = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
    const theirs = settingsOf(settings, { variables, above: ['settings'] });
    refuseTaken(settings, theirs, ours);
    return [...ours, ...theirs];
  }
}

/** The configuration of the server that ships with the package. */
export const shippedModel = new ConfigModel({
  defaults: { prefix: 'guide', packs: [...PACKS] },
  prefixVariables: ['TOOLWRIGHT_PREFIX', 'MCP_TOOL_PREFIX'],
});

function configClass({ defaults, settings }: ModelOptions): ArgsClass<Config> {
  class AppConfig extends Config {
    constructor() {
      super();
      if (defaults) assign(this, Config, defaults);
      if (settings) this.settings = new settings();
    }
  }
  if (settings) {
    const stated = { description: 'Settings of this app', type: () => settings };
    addArgNote(AppConfig, { key: 'settings', wireName: 'settings', stated, explicit: undefined });
  }
  return AppConfig;
}

function assign(instance: object, cls: ArgsClass, given: Record<string, unknown>): void {
  const notes = new Map(argNotesOf(cls).map((note) => [note.key, note]));
  for (const [key, value] of Object.entries(given)) {
    const note = notes.get(key);
    if (!note)
      throw new AuthorError(
        `config.${key} of defineApp`,
        'is not a setting.',
        `Known: ${[...notes.keys()].join(', ')}.`,
      );
    const fields = instance as Record<string, unknown>;
    const section = sectionOf(note);
    if (section && isObject(value)) assign(fields[key] as object, section, value);
    else if (value !== undefined) fields[key] = value;
  }
}

function refuseTaken(cls: ArgsClass, theirs: readonly KnownSetting[], ours: readonly KnownSetting[]): void {
  const taken = new Set(['config', 'help', 'version']);
  for (const { option, names } of ours)
    for (const name of [option, ...(names.aliases ?? [])]) taken.add(name);
  for (const { option, path } of theirs) {
    if (taken.has(option))
      throw new AuthorError(
        `${cls.name}.${path.at(-1)}`,
        `would be the option --${option}, which is there already.`,
        `Give it another with @Setting({ option: '…' }).`,
      );
    taken.add(option);
  }
}
