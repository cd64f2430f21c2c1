import { aFunction, aList, anObject, anything, aText, texts, type OptionKinds } from '../base/option-kind';
import type { AppOptions } from './app';

/** The options of `defineApp`. What is registered, and the values of settings, are judged where they are read. */
export const APP_OPTIONS: OptionKinds<AppOptions> = {
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
  guards: aList,
  middleware: aList,
  observers: aList,
  start: aFunction,
  close: aFunction,
};
