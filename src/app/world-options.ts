import { aFlag, aFunction, anObject, anything, aText, texts, type OptionKinds } from '../base/option-kind';
import type { World } from './world';

/** What kind of value each part of a world is, where an author hands it in. */
export const WORLD_OPTIONS: OptionKinds<World> = {
  cwd: aText,
  env: anObject,
  args: texts,
  command: texts,
  terminal: aFlag,
  stderr: aFunction,
  siblings: anything,
  opened: aFunction,
};
