import { lazyRequire } from '../base/lazy-require';
import type { ArgsClass } from '../metadata';

interface TransformStorage {
  getExposedMetadatas(target: ArgsClass): unknown[];
  getExcludedMetadatas(target: ArgsClass): unknown[];
  findTypeMetadata(target: ArgsClass, key: string): unknown;
  findTransformMetadatas(target: ArgsClass, key: string, type: number): unknown[];
}

const PLAIN_TO_CLASS = 0;

/** Whether class-transformer changes the values of a field before rules are asked. */
export function isTransformed(cls: ArgsClass, key: string): boolean {
  return Boolean(transformStorage().findTypeMetadata(cls, key)) || hasTransform(cls, key);
}

/** Whether an author's own `@Transform` makes other values of those that are sent. */
export function hasTransform(cls: ArgsClass, key: string): boolean {
  return transformStorage().findTransformMetadatas(cls, key, PLAIN_TO_CLASS).length > 0;
}

/** What class-transformer knows of classes. */
export function transformStorage(): TransformStorage {
  return (lazyRequire('class-transformer/cjs/storage') as { defaultMetadataStorage: TransformStorage })
    .defaultMetadataStorage;
}
