import type { Config } from './config';
import type { SnippetSettings } from './config-sections';

/** The members of a part of the configuration that have no default and can't be left out, in the file as in an app. */
export type NeededSettings<T> = T extends SnippetSettings ? 'body' : never;

/** A part of the configuration as an app gives it: whatever has a default, or is optional, may be left out at any depth. */
export type DefaultsOf<T> = T extends readonly (infer Item)[]
  ? readonly DefaultsOf<Item>[]
  : T extends object
    ? { readonly [K in keyof T as Exclude<K, NeededSettings<T>>]?: DefaultsOf<T[K]> } & {
        readonly [K in NeededSettings<T> & keyof T]: DefaultsOf<T[K]>;
      }
    : T;

/** The defaults of an app for what the operator does not set: any setting, and sections in part. */
export type ConfigDefaults = DefaultsOf<Omit<Config, 'settings'>>;
