import type { Rule } from './rule';
import { DESCRIPTION_RULES } from './rules/description-rules';
import { ERROR_RULES } from './rules/error-rules';
import { HINT_RULES } from './rules/hint-rules';
import { KEYWORD_RULES } from './rules/keyword-rules';
import { NAME_RULES } from './rules/name-rules';
import { PARAMETER_RULES } from './rules/parameter-rules';
import { PROMPT_RULES } from './rules/prompt-rules';
import { RESULT_RULES } from './rules/result-rules';
import { SCHEMA_RULES } from './rules/schema-rules';
import { SIBLING_RULES } from './rules/sibling-rules';
import { SOUNDNESS_RULES } from './rules/soundness-rules';
import { SOURCE_RULES } from './rules/source-rules';
import { TEXT_RULES } from './rules/text-rules';

/** Every rule of lint, in the order of docs/lint.md. */
export const RULES: readonly Rule[] = [
  ...NAME_RULES,
  ...DESCRIPTION_RULES,
  ...SIBLING_RULES,
  ...TEXT_RULES,
  ...PARAMETER_RULES,
  ...SOURCE_RULES,
  ...SCHEMA_RULES,
  ...KEYWORD_RULES,
  ...SOUNDNESS_RULES,
  ...HINT_RULES,
  ...RESULT_RULES,
  ...ERROR_RULES,
  ...PROMPT_RULES,
];
