import { isObject } from '../base/json-value';

/** Why something can't be asked, and the cure. */
export interface AskingProblem {
  readonly what: string;
  readonly cure: string;
}

type Form = readonly [is: (value: unknown) => boolean, cure: string];
type Forms = Readonly<Record<string, Form>>;

const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isTitled = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isObject(one) && isText(one['const']) && isText(one['title']));

const TEXT: Form = [isText, 'Write a text.'];
const NUMBER: Form = [(value) => typeof value === 'number', 'Write a number.'];
const BOOLEAN: Form = [(value) => typeof value === 'boolean', 'Write true or false.'];
const TEXTS: Form = [isTexts, 'Write a list of texts.'];
const CHOICES: Form = [
  (value) => isTexts(value) && (value as string[]).length > 0,
  'Write a list of texts, at least one.',
];
const TITLED: Form = [isTitled, "Write a list of { const: 'a', title: 'A' }, at least one."];
const FORMAT: Form = [
  (value) => ['email', 'uri', 'date', 'date-time'].includes(value as string),
  "Write 'email', 'uri', 'date' or 'date-time', or state a pattern.",
];

const ANY: Forms = { title: TEXT, description: TEXT };

// The keywords that MCP defines for a field, by what it asks for. Others are no client's business: the answer is held to them.
const KINDS = {
  text: { ...ANY, minLength: NUMBER, maxLength: NUMBER, format: FORMAT, default: TEXT },
  choice: { ...ANY, enum: CHOICES, enumNames: TEXTS, default: TEXT },
  titled: { ...ANY, oneOf: TITLED, default: TEXT },
  number: { ...ANY, minimum: NUMBER, maximum: NUMBER, default: NUMBER },
  boolean: { ...ANY, default: BOOLEAN },
  list: { ...ANY, minItems: NUMBER, maxItems: NUMBER, default: TEXTS },
} satisfies Record<string, Forms>;

/** What a field asks for. */
type Kind = keyof typeof KINDS;

const NAMES: Readonly<Record<Kind, string>> = {
  text: 'a text',
  choice: 'a choice by enum',
  titled: 'a choice by oneOf',
  number: 'a number',
  boolean: 'a yes or no',
  list: 'a list of choices',
};

const DEFINED = new Set(['items', ...Object.values(KINDS).flatMap((forms) => Object.keys(forms))]);

const TYPES = "type: 'string', 'number', 'integer', 'boolean', or 'array' with choices";

/** Returns why no client can ask for a field of a question, as MCP defines fields; undefined if it can. */
export function fieldProblem(name: string, field: unknown): AskingProblem | undefined {
  if (!isObject(field))
    return { what: `${name} is not a schema`, cure: `Write one such as { type: 'string' }.` };
  const kind = kindOf(field);
  if (kind === undefined) return typeProblem(name, field);
  return (
    (kind === 'list' ? itemsProblem(name, field['items']) : undefined) ?? keywordProblem(name, field, kind)
  );
}

function kindOf({ type, ...field }: Record<string, unknown>): Kind | undefined {
  if (type === 'string') return 'enum' in field ? 'choice' : 'oneOf' in field ? 'titled' : 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  return type === 'array' ? 'list' : undefined;
}

function typeProblem(name: string, { type, properties }: Record<string, unknown>): AskingProblem {
  if (type === 'object' || (type === undefined && isObject(properties))) {
    const [first = 'x'] = Object.keys(isObject(properties) ? properties : {});
    return {
      what: `${name} is an object, and the answer to one of MCP's questions is flat`,
      cure: `Ask for its fields one by one, such as ${name}_${first}.`,
    };
  }
  if (type === undefined) return { what: `${name} has no type`, cure: `Write ${TYPES}.` };
  const missing = Array.isArray(type) ? "; what isn't in required may be left out" : '';
  return {
    what: `${name} has the type ${JSON.stringify(type)}, which MCP's questions don't have`,
    cure: `Write ${TYPES}${missing}.`,
  };
}

function itemsProblem(name: string, items: unknown): AskingProblem | undefined {
  if (!isObject(items) || !['enum', 'anyOf', 'oneOf'].some((keyword) => keyword in items))
    return {
      what: `${name} is a list without choices, and MCP's questions have only lists of given choices`,
      cure: 'Ask for one text with commas, or give items an enum.',
    };
  const { type, enum: words, anyOf } = items;
  if (words !== undefined && anyOf !== undefined)
    return { what: `${name} states its choices twice, as enum and as anyOf`, cure: 'Leave one of them out.' };
  if (words === undefined && anyOf === undefined)
    return {
      what: `${name} states its choices as oneOf`,
      cure: 'Write anyOf in items; oneOf is for one choice.',
    };
  if (anyOf !== undefined && !isTitled(anyOf)) return malformed(name, 'anyOf in items', TITLED);
  if (words !== undefined && !CHOICES[0](words)) return malformed(name, 'enum in items', CHOICES);
  const isTyped = type === 'string' || (type === undefined && anyOf !== undefined);
  return isTyped
    ? undefined
    : { what: `${name} has choices that are not of type string`, cure: "Write type: 'string' in items." };
}

function keywordProblem(name: string, field: Record<string, unknown>, kind: Kind): AskingProblem | undefined {
  const forms: Forms = KINDS[kind];
  for (const [keyword, value] of Object.entries(field)) {
    if (keyword === 'type' || (kind === 'list' && keyword === 'items') || !DEFINED.has(keyword)) continue;
    const form = Object.hasOwn(forms, keyword) ? forms[keyword] : undefined;
    if (!form) return misplaced(name, keyword, kind);
    if (!form[0](value)) return malformed(name, keyword, value === 'password' ? PASSWORD : form);
  }
  return undefined;
}

const PASSWORD: Form = [
  isText,
  'Send the user to a page (url) for a secret; writeOnly: true keeps an answer out of recordings.',
];

function malformed(name: string, keyword: string, [, cure]: Form): AskingProblem {
  const article = /^[aei]/.test(keyword) ? 'an' : 'a';
  return { what: `${name} has ${article} ${keyword} that MCP has no form for`, cure };
}

function misplaced(name: string, keyword: string, kind: Kind): AskingProblem {
  const isChoice = kind === 'number' && (keyword === 'enum' || keyword === 'oneOf');
  return {
    what: `${name} is ${NAMES[kind]} with ${keyword}, which MCP's clients leave out`,
    cure: isChoice ? "Write type: 'string' and the choices as texts." : `Leave ${keyword} out.`,
  };
}
