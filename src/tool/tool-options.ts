import { listOf, options } from '../base/nested-options';
import {
  aClass,
  aFlag,
  aFunction,
  aLimit,
  aList,
  aSchema,
  anObject,
  aText,
  aWord,
  texts,
  type OptionKind,
  type OptionKinds,
} from '../base/option-kind';
import type { ToolAnnotations, ToolExample, ToolFacts, ToolNote } from '../metadata';
import { RETURNS } from '../schema/arg-options';
import type { DefinedTool } from './defined-tool';

/** The time that a call may take. */
export const TIME_LIMIT: OptionKind<number> = aLimit('seconds');

/** The tokens that an answer may have. */
export const ANSWER_LIMIT: OptionKind<number> = aLimit('a number of tokens');

const FACTS: OptionKinds<Omit<ToolFacts, 'output' | 'returns'>> = {
  name: aText,
  description: aText,
  usage: aText,
  examples: listOf(options<ToolExample>({ args: anObject, explains: aText }, ['args', 'explains'])),
  category: aText,
  tags: texts,
  annotations: options<ToolAnnotations>({
    title: aText,
    readOnlyHint: aFlag,
    destructiveHint: aFlag,
    idempotentHint: aFlag,
    openWorldHint: aFlag,
  }),
  prefix: aText,
  timeoutSeconds: TIME_LIMIT,
  answerBudget: ANSWER_LIMIT,
  enabled: aFlag,
  enabledBy: aText,
  synchronous: aFlag,
  taskSupport: aWord(['optional', 'required']),
  idempotencyKey: texts,
  inject: aList,
};

/** The options of `@Tool`. */
export const TOOL_OPTIONS: OptionKinds<ToolNote> = {
  ...FACTS,
  args: aClass,
  output: aClass,
  returns: RETURNS,
};

/** The options of `defineTool`. */
export const DEFINED_TOOL_OPTIONS: OptionKinds<DefinedTool> = {
  ...FACTS,
  inputSchema: aSchema,
  outputSchema: aSchema,
  returns: aSchema,
  access: anObject,
  source: aText,
  pack: aText,
  disabledReason: aText,
  run: aFunction,
};
