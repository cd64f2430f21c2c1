import type { JsonSchema } from '../base/json-schema';
import { patternOfFormat } from '../json/string-formats';

const text: JsonSchema = { type: 'string' };
const meta: JsonSchema = { type: 'object' };
const role: JsonSchema = { type: 'string', enum: ['user', 'assistant'] };
const moment: JsonSchema = { type: 'string', pattern: patternOfFormat('date-time')! };

const annotations: JsonSchema = shape(
  {},
  {
    audience: { type: 'array', items: role },
    priority: { type: 'number', minimum: 0, maximum: 1 },
    lastModified: moment,
  },
);
const common = { annotations, _meta: meta };
const icon = shape(
  { src: text },
  {
    mimeType: text,
    sizes: { type: 'array', items: text },
    theme: { type: 'string', enum: ['light', 'dark'] },
  },
);
const listed = {
  title: text,
  description: text,
  mimeType: text,
  size: { type: 'number' },
  icons: { type: 'array', items: icon },
  ...common,
} satisfies Record<string, JsonSchema>;

/** The shape of a block of content, by its type; that of what it embeds is looked at by itself. */
export const BLOCKS: Readonly<Record<string, JsonSchema>> = {
  text: shape({ text }, common),
  image: shape({ data: text, mimeType: text }, common),
  audio: shape({ data: text, mimeType: text }, common),
  resource_link: shape({ uri: text, name: text }, listed),
  resource: shape({ resource: { type: 'object' } }, common),
};

/** The shape of a message of a prompt, without its content. */
export const MESSAGE = shape({ role, content: { type: 'object' } }, {});

/** The shape of a rendered prompt, without its messages. */
export const REPLY = shape({ messages: { type: 'array' } }, { description: text, _meta: meta });

/** The shape of one resource's content, which is text or base64. */
export const CONTENTS = {
  text: shape({ uri: text, text }, { mimeType: text, blob: text, _meta: meta }),
  blob: shape({ uri: text, blob: text }, { mimeType: text, _meta: meta }),
};

/** The shape of the resources that a template lists. */
export const ENTRIES: JsonSchema = { type: 'array', items: shape({ uri: text, name: text }, listed) };

/** The shape of completions. */
export const COMPLETIONS: JsonSchema = { type: 'array', items: text };

function shape(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: true,
  };
}
