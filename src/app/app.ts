import type { ContainerInstance } from 'typedi';
import type { Awaitable } from '../base/awaitable';
import {
  aFunction,
  aList,
  anObject,
  anything,
  aText,
  functions,
  texts,
  type OptionKind,
  type OptionKinds,
} from '../base/option-kind';
import type { CallObserver } from '../calls/call-observer';
import type { Guard, Middleware } from '../calls/pipeline';
import { Config, type PackName } from '../config/config';
import type { ConfigDefaults } from '../config/config-defaults';
import { ConfigModel } from '../config/config-model';
import { AuthorError } from '../errors';
import type { Logger } from '../logger';
import { argNotesOf, type ArgsClass } from '../metadata';
import type { PromptSource } from '../registries/prompt-registry';
import type { ResourceSource } from '../registries/resource-shapes';
import type { ToolRegistry } from '../registries/tool-registry';
import type { ToolSource } from '../registries/tool-source';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import type { Manifest, ManifestJson } from '../tool/manifest';

/** What an app's own code receives while the app is open. */
export interface AppContext<S extends object = object> {
  readonly config: Config;
  /** The settings that the author declared, with the operator's values. */
  readonly settings: S;
  readonly registry: ToolRegistry;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Registers a step to run when the app closes; the latest runs first. */
  onClose(step: () => Awaitable<void>): void;
}

/** The options of an app; all have defaults. */
export interface AppOptions<S extends object = object> {
  /** The server's name, as shown to clients. */
  readonly name?: string;
  readonly version?: string;
  /** Instructions for every client that connects: how to work with these tools. */
  readonly instructions?: string;
  /** Tool classes, tools from `defineTool` and sources from `lazyTools`, in lists nested to any depth. */
  readonly tools?: ToolSource;
  readonly prompts?: PromptSource;
  readonly resources?: ResourceSource;
  /** Groups of built-in tools to offer besides your own; an operator can turn some of them off. */
  readonly packs?: readonly PackName[];
  /** Defaults for what an operator can set: prefix, roots, policy per tool, consent, exposure, log and so on. */
  readonly config?: ConfigDefaults;
  /** A class with `@Arg` fields: settings of your own, from the file, the environment and options. */
  readonly settings?: ArgsClass<S>;
  /** Environment variables that may set the prefix of your tools, such as `MCP_TOOL_PREFIX`; none by default. */
  readonly prefixVariables?: readonly string[];
  /** Binds what your classes require to the container; called when the first of them is needed. */
  readonly services?: (container: ContainerInstance, context: AppContext<S>) => Awaitable<void>;
  /** Your own container to take instances from. */
  readonly container?: ContainerInstance;
  /** The output of `toolwright generate`. */
  readonly manifest?: Manifest | ManifestJson;
  /** Judge every call with valid arguments, before consent is requested. */
  readonly guards?: readonly Guard[];
  /** Wrap every call; the first is the outermost. */
  readonly middleware?: readonly Middleware[];
  /** Learn of every call at every door, without making synchronous calls asynchronous. */
  readonly observers?: readonly CallObserver[];
  /** Runs once before the first request. */
  readonly start?: (context: AppContext<S>) => Awaitable<void>;
  /** Runs once after the last request. */
  readonly close?: (context: AppContext<S>) => Awaitable<void>;
}

const APP = Symbol.for('toolwright:app');

/** A server as a value: nothing happens until it is served, called, listed or opened. */
export class App {
  /** Identifies an app made by another copy of the package. */
  readonly [APP] = true;

  /** The settings are made from the options on first use, unless given. */
  constructor(
    readonly options: AppOptions,
    private model?: ConfigModel,
  ) {}

  get name(): string {
    return this.options.name ?? 'toolwright-app';
  }

  get version(): string {
    return this.options.version ?? '0.0.0';
  }

  /** The settings of this app. */
  get configModel(): ConfigModel {
    const { config: defaults, packs, settings, prefixVariables } = this.options;
    const withPacks = packs ? { ...defaults, packs: [...packs] } : defaults;
    return (this.model ??= new ConfigModel({
      defaults: withPacks,
      settings,
      name: this.name,
      prefixVariables,
    }));
  }
}

// What judges calls, and what is offered.
const GUARDING = ['guards', 'middleware', 'observers', 'config', 'settings', 'tools', 'prompts', 'resources'];

/** Defines a server: its tools, prompts, resources, packs, services, settings and hooks, as one value. */
export function defineApp<S extends object = object>(options: AppOptions<S>): App {
  if (typeof options !== 'object' || options === null)
    throw new AuthorError('defineApp', 'needs an object.', 'Write defineApp({ tools: [MyTool] }).');
  if (isApp(options))
    throw new AuthorError(
      'defineApp',
      'was given an app, or its members by `...app`, where it takes options.',
      'Write defineApp({ ...app.options, … }).',
    );
  refuseWrongOptions('defineApp', options, APP_OPTIONS, {
    lenient: true,
    defined: GUARDING,
    elsewhere: asSetting,
  });
  if (options.settings !== undefined && typeof options.settings !== 'function')
    throw new AuthorError(
      'defineApp',
      'has settings that are no class.',
      'Pass the class itself, with @Arg on its fields: `settings: NotesSettings`.',
    );
  return new App(options as object);
}

// One that would be ignored may be what keeps a tool from running.
function asSetting(option: string): string | undefined {
  if (!argNotesOf(Config).some(({ key }) => key === option)) return undefined;
  return `It is a setting: write \`config: { ${option}: … }\`.`;
}

const observers: OptionKind<readonly CallObserver[]> = {
  is: 'a list of objects with `begin` and `end`',
  cure: 'Write `observers: [{ begin: (report) => { … }, end: (report) => { … } }]`.',
  fits: (given) => Array.isArray(given) && given.every(isObserver),
};

function isObserver(given: unknown): boolean {
  const { begin, end } = Object(given) as { begin?: unknown; end?: unknown };
  return typeof begin === 'function' && typeof end === 'function';
}

// What is registered, and the values of settings, are judged where they are read.
const APP_OPTIONS: OptionKinds<AppOptions> = {
  name: aText,
  version: aText,
  instructions: aText,
  tools: anything,
  prompts: anything,
  resources: anything,
  packs: aList,
  config: anObject,
  settings: anything,
  prefixVariables: texts,
  services: aFunction,
  container: anything,
  manifest: anObject,
  guards: functions,
  middleware: functions,
  observers,
  start: aFunction,
  close: aFunction,
};

/** Returns whether a value is an app, made by this copy of the package or another. */
export function isApp(value: unknown): value is App {
  return typeof value === 'object' && value !== null && APP in value;
}
