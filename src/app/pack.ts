import type { ContainerInstance } from 'typedi';
import type { KeptAnswers } from '../answers/kept-answers';
import type { Awaitable } from '../base/awaitable';
import type { Config, MetRequest, PackName, Sources } from '../config';
import type { PromptClass, ResourceClass, ToolClass } from '../decorators';
import type { Logger } from '../logger';
import type { PromptsConfig } from '../prompts-config/prompts-config';
import type { Exposure } from '../registries/tool-exposure';
import type { ToolRegistry } from '../registries/tool-registry';
import type { Siblings } from './siblings';
import type { WorkspaceTrust } from './workspace-trust';

/** What a pack builds its services from. */
export interface Setup {
  /** The name of the app. */
  readonly name: string;
  readonly config: Config;
  /** The origin of each setting. */
  readonly sources: Sources;
  /** What the configuration was read from, for watching it. */
  readonly request: MetRequest;
  /** Decides which files of the working directory may be used. */
  readonly trust: WorkspaceTrust;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Whether this process is a server, which may also work on shared operations (`operations.work`). */
  readonly serves: boolean;
  /**
   * Whether settings that could never count are refused: by a server or a worker. A command that only looks at the app may
   * read the file of a server that is told more by its options.
   */
  readonly judged: boolean;
  readonly registry: ToolRegistry;
  /** Other processes of the same app beside this one, as under `toolwright dev`. */
  readonly siblings?: Siblings | undefined;
  /** Decides which tools are listed. */
  readonly exposure: Exposure;
  /** Answers that were too large to send. */
  readonly kept: KeptAnswers;
  /** The prompts file, if any. */
  readonly promptsConfig: PromptsConfig | undefined;
  /** The container, with the services of one pack in it. */
  services(pack?: PackName): Promise<ContainerInstance>;
  /** Registers what ends work in the background; it runs before the app's close hook and every other step. */
  onWorkEnd(step: () => Awaitable<void>): void;
  /** Registers a step to run when the app closes; the latest runs first. */
  onClose(step: () => Awaitable<void>): void;
}

/** A pack that is added where it is needed, and can't be chosen. */
export type ImpliedPack = 'answers';

/** A named group of built-in tools; its modules are imported on first use. */
export interface Pack {
  readonly name: PackName | ImpliedPack;
  /** Tool classes by bare tool name. */
  readonly tools: Readonly<Record<string, () => Promise<ToolClass>>>;
  readonly prompts?: Readonly<Record<string, () => Promise<PromptClass>>>;
  readonly resources?: Readonly<Record<string, () => Promise<ResourceClass>>>;
  /** Returns which of its tools can be offered here; all by default. */
  offers?(setup: Setup): readonly string[];
  /** Returns which of its prompts make sense here; all by default. */
  offersPrompts?(setup: Setup): readonly string[];
  /** Registers the services of its classes in the container; called before the first of them is needed. */
  bind?(container: ContainerInstance, setup: Setup): Awaitable<void>;
  /** Runs before the first request; it adds to the start-up time, so it should cost almost nothing. */
  start?(setup: Setup): Awaitable<void>;
}
