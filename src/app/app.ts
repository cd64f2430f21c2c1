import type { ContainerInstance } from 'typedi';
import type { Awaitable } from '../awaitable';
import type { Guard, Middleware } from '../calls/pipeline';
import type { Config, PackName } from '../config/config';
import { ConfigModel, type ConfigDefaults } from '../config/model';
import { AuthorError } from '../errors';
import type { Logger } from '../logger';
import type { ArgsClass } from '../metadata';
import type { PromptSource } from '../registries/prompt-registry';
import type { ResourceSource } from '../registries/resource-shapes';
import type { ToolRegistry, ToolSource } from '../registries/tool-registry';
import type { Manifest, ManifestJson } from '../tool/manifest';

/** What an app's own code is handed while the app is open. */
export interface AppContext<S extends object = object> {
  readonly config: Config;
  /** The settings that the author declared, as the operator set them. */
  readonly settings: S;
  readonly registry: ToolRegistry;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Remembers a step for when the app closes; the latest is run first. */
  onClose(step: () => Awaitable<void>): void;
}

/** What an author says of an app; everything has a default. */
export interface AppOptions<S extends object = object> {
  /** What clients know the server as. */
  readonly name?: string;
  readonly version?: string;
  /** What every client is told when it connects: how to work with these tools. */
  readonly instructions?: string;
  /** Tool classes, tools of `defineTool`, sources of `lazyTools`, in lists as deep as you like. */
  readonly tools?: ToolSource;
  readonly prompts?: PromptSource;
  readonly resources?: ResourceSource;
  /** Groups of built-in tools to offer beside your own; an operator can leave some of them out. */
  readonly packs?: readonly PackName[];
  /** Defaults for what an operator can set: prefix, roots, policy per tool, consent, exposure, log and the rest. */
  readonly config?: ConfigDefaults;
  /** A class with `@Arg` fields: settings of your own, from the file, the environment and options. */
  readonly settings?: ArgsClass<S>;
  /** Environment variables that may set the prefix of your tools, such as `MCP_TOOL_PREFIX`; none by default. */
  readonly prefixVariables?: readonly string[];
  /** Puts what your classes ask for into the container; called when the first of them is needed. */
  readonly services?: (container: ContainerInstance, context: AppContext<S>) => Awaitable<void>;
  /** A container of yours to take instances from. */
  readonly container?: ContainerInstance;
  /** What `toolwright generate` wrote. */
  readonly manifest?: Manifest | ManifestJson;
  /** Judge each call whose arguments are valid, before consent is asked. */
  readonly guards?: readonly Guard[];
  /** Wrap each call; the first is the outermost. */
  readonly middleware?: readonly Middleware[];
  /** Runs once before the first request. */
  readonly start?: (context: AppContext<S>) => Awaitable<void>;
  /** Runs once after the last request. */
  readonly close?: (context: AppContext<S>) => Awaitable<void>;
}

const APP = Symbol.for('toolwright:app');

/** A server as a value: nothing is done with it until it is served, called, listed or opened. */
export class App {
  /** Recognises an app that another copy of the package made. */
  readonly [APP] = true;
  private model: ConfigModel | undefined;

  constructor(readonly options: AppOptions) {}

  get name(): string {
    return this.options.name ?? 'toolwright-app';
  }

  get version(): string {
    return this.options.version ?? '0.0.0';
  }

  /** The settings that this app has. */
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

/** Describes a server: its tools, prompts, resources, packs, services, settings and hooks, as one value. */
export function defineApp<S extends object = object>(options: AppOptions<S>): App {
  if (typeof options !== 'object' || options === null)
    throw new AuthorError('defineApp', 'needs an object.', 'Write defineApp({ tools: [MyTool] }).');
  return new App(options as object);
}

/** Whether a value is an app, of this copy of the package or another. */
export function isApp(value: unknown): value is App {
  return typeof value === 'object' && value !== null && APP in value;
}
