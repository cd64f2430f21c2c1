import type { ResourceClass } from '../decorators';
import type { Awaitable } from '../base/awaitable';
import type { ToolContext } from '../tool-context';

/** A resource whose module is imported when resources are first listed or read. */
export interface LazyResource {
  readonly load: () => Promise<ResourceClass>;
}

/** Everything a registry accepts as a resource. */
export type ResourceSource = ResourceClass | LazyResource | readonly ResourceSource[];

/** One resource in the list. */
export interface ResourceEntry {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
}

/** One template in the list. */
export interface TemplateEntry extends Omit<ResourceEntry, 'uri' | 'size'> {
  uriTemplate: string;
}

/** What a resource class may provide besides `read`. */
export interface ResourceInstance {
  /** Returns the content; undefined if there is none for these variables. */
  read(variables: Record<string, string>, context: ToolContext): unknown;
  /** Lists the resources that exist under a template. */
  list?(context: ToolContext): Awaitable<readonly ResourceEntry[]>;
  /** Returns completions for what was typed so far of one variable. */
  complete?(
    variable: string,
    value: string,
    context: ToolContext,
    others: Readonly<Record<string, string>>,
  ): Awaitable<readonly string[]>;
  /** Starts watching one resource for a subscriber; returns a function that stops it. */
  watch?(variables: Record<string, string>, changed: () => void, context: ToolContext): Awaitable<() => void>;
  /** Starts watching the list of resources; returns a function that stops it. */
  watchList?(changed: () => void): () => void;
}
