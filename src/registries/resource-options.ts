import { aList, aText, type OptionKinds } from '../base/option-kind';
import type { ResourceNote } from '../metadata';

/** The options of `@Resource`. */
export const RESOURCE_OPTIONS: OptionKinds<ResourceNote> = {
  uri: aText,
  name: aText,
  title: aText,
  description: aText,
  mimeType: aText,
  inject: aList,
};
