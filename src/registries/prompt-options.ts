import { listOf, options } from '../base/nested-options';
import { aClass, aList, aText, type OptionKinds } from '../base/option-kind';
import type { PromptNote } from '../metadata';

/** The options of `@Prompt`. */
export const PROMPT_OPTIONS: OptionKinds<PromptNote> = {
  name: aText,
  title: aText,
  description: aText,
  usage: aText,
  examples: listOf(
    options<{ call: string; explains: string }>({ call: aText, explains: aText }, ['call', 'explains']),
  ),
  conceptual: aText,
  inject: aList,
  args: aClass,
};
