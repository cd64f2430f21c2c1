import type { ContainerInstance } from 'typedi';
import type { Awaitable } from '../awaitable';
import type { Config, MetRequest, PackName, Sources } from '../config';
import type { PromptClass, ResourceClass, ToolClass } from '../decorators';
import type { Logger } from '../logger';
import type { PromptsConfig } from '../prompts-config/prompts-config';
import type { Exposure } from '../registries/exposure';
import type { ToolRegistry } from '../registries/tool-registry';

/** What a pack is handed to build its services from. */
export interface Setup {
  readonly config: Config;
  /** Where each setting came from. */
  readonly sources: Sources;
  /** What the configuration was read from, for watching it. */
  readonly request: MetRequest;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly registry: ToolRegistry;
  /** Which tools are listed. */
  readonly exposure: Exposure;
  /** What the prompts file says, where there is one. */
  readonly promptsConfig: PromptsConfig | undefined;
  /** The container, with the services of one pack in it. */
  services(pack?: PackName): Promise<ContainerInstance>;
  /** Remembers a step for when the app closes; the latest is run first. */
  onClose(step: () => Awaitable<void>): void;
}

/** A named group of built-in tools; its modules are imported when they are first needed. */
export interface Pack {
  readonly name: PackName;
  /** Bare tool name to the class behind it. */
  readonly tools: Readonly<Record<string, () => Promise<ToolClass>>>;
  readonly prompts?: Readonly<Record<string, () => Promise<PromptClass>>>;
  readonly resources?: Readonly<Record<string, () => Promise<ResourceClass>>>;
  /** Which of its tools can be offered here; all by default. */
  offers?(setup: Setup): readonly string[];
  /** Which of its prompts make sense here; all by default. */
  offersPrompts?(setup: Setup): readonly string[];
  /** Tells the container how to make the services its classes ask for; called before the first of them is needed. */
  bind?(container: ContainerInstance, setup: Setup): Awaitable<void>;
  /** What has to happen before the first request; it costs start-up time, so it should be next to nothing. */
  start?(setup: Setup): Awaitable<void>;
}
