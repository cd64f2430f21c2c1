import type { ResourceClass } from '../decorators';
import type { Awaitable } from '../awaitable';
import type { ToolContext } from '../tool-context';

/** A resource whose module is imported when resources are first listed or read. */
export interface LazyResource {
  readonly load: () => Promise<ResourceClass>;
}

/** Whatever a registry takes resources from. */
export type ResourceSource = ResourceClass | LazyResource | readonly ResourceSource[];

/** One resource as it is listed. */
export interface ResourceEntry {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
}

/** One template as it is listed. */
export interface TemplateEntry extends Omit<ResourceEntry, 'uri' | 'size'> {
  uriTemplate: string;
}

/** What a resource class may offer besides `read`. */
export interface ResourceInstance {
  /** The content; undefined when there is none under these variables. */
  read(variables: Record<string, string>, context: ToolContext): unknown;
  /** The resources that exist under a template. */
  list?(context: ToolContext): Awaitable<readonly ResourceEntry[]>;
  /** Values that could complete what was typed so far for one variable. */
  complete?(
    variable: string,
    value: string,
    context: ToolContext,
    others: Readonly<Record<string, string>>,
  ): Awaitable<readonly string[]>;
  /** Starts watching one resource for a subscriber; gives back how to stop. */
  watch?(variables: Record<string, string>, changed: () => void, context: ToolContext): Awaitable<() => void>;
  /** Starts watching which resources there are; gives back how to stop. */
  watchList?(changed: () => void): () => void;
}
