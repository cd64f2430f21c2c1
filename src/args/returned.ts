import type { JsonSchema } from '../base/json-schema';

// What the built-in tools return. Objects are open: a later version may add to them.

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer' };
const flag: JsonSchema = { type: 'boolean' };
const anything: JsonSchema = { type: 'object', additionalProperties: true };

function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

function either(...kinds: JsonSchema[]): JsonSchema {
  return { anyOf: kinds };
}

function orNull(kind: JsonSchema): JsonSchema {
  return either(kind, { type: 'null' });
}

function object(required: Record<string, JsonSchema>, optional: Record<string, JsonSchema> = {}): JsonSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    ...(Object.keys(required).length && { required: Object.keys(required) }),
  };
}

const operation = object(
  { id: text, tool_name: text, state: text, created: text, duration_ms: { type: 'number' } },
  {
    start_time: text,
    end_time: text,
    first_wait_time: text,
    progress: object({ progress: { type: 'number' } }, { total: { type: 'number' }, message: text }),
    reason: text,
    so_far: object({ text }, { data: anything }),
    result: object({ text }, { data: anything }),
  },
);

/** Content blocks, for what is no text. */
const blocks = list(object({ type: text }));

const flagValue = either(text, flag, list(text), {
  type: 'object',
  additionalProperties: either(text, list(text)),
});

const named = (extra: Record<string, JsonSchema>): JsonSchema => object({ name: text }, extra);
const category = { dir: text, patterns: list(text), description: text };
const collection = { categories: list(text), description: text };

const project = object(
  { name: text, key: text, saved: flag },
  {
    path: text,
    docroot: text,
    hash: text,
    categories: { type: 'object', additionalProperties: object({}, category) },
    collections: { type: 'object', additionalProperties: object({}, collection) },
    project_flags: { type: 'object', additionalProperties: flagValue },
  },
);

/** Describes what each built-in tool with data returns, for its signature. */
export const RETURNED = {
  waited: {
    schema: either(object({ finished: list(operation), unfinished: list(operation), timed_out: flag }), text),
  },
  cancelled: {
    schema: either(
      object(
        { message: text, id: text, state: text, tool_hint: object({ suggested_tool: text, reason: text }) },
        { so_far: anything },
      ),
      text,
    ),
  },
  status: {
    schema: either(
      object({ active: count, completed: count, total: count, operations: list(operation) }, { hint: text }),
      text,
    ),
  },
  searchPage: {
    schema: object(
      { query: text, results: list(object({ title: text, url: text, description: text }, { age: text })) },
      { next_offset: count },
    ),
  },
  categoryFiles: { schema: list(object({ path: text, uri: text })) },
  categories: { schema: either(list(text), list(named(category))) },
  collections: { schema: either(list(text), list(named(collection))) },
  cloned: { schema: object({ project: text, copied: count, kept: list(text), removed: count }) },
  document: { schema: object({ category: text, name: text, uri: text }, { bytes: count }) },
  example: { schema: object({ action: text, message: text }) },
  exit: {
    schema: object(
      { exit_code: count, stdout: text, stderr: text },
      { signal: text, truncated: flag, note: text },
    ),
  },
  foundTools: {
    schema: list(object({ name: text, signature: text, description: text }, { call_as: text })),
  },
  flag: { schema: orNull(flagValue) },
  flags: { schema: orNull(either(flagValue, { type: 'object', additionalProperties: flagValue })) },
  project: { schema: project },
  projects: { schema: list(project) },
  entries: {
    schema: list(object({ name: text, path: text, type: text }, { size: orNull(count) })),
  },
  fileContent: { schema: either(text, blocks) },
  found: {
    schema: either(list(text), list(object({ path: text, line: count, text }))),
  },
  json: {
    schema: either(text, { type: 'number' }, flag, { type: 'array', items: {} }, orNull(anything)),
  },
  systemInfo: {
    schema: object({
      platform: text,
      system: text,
      release: text,
      version: text,
      machine: text,
      processor: text,
      node_version: text,
      cwd: text,
      user: text,
    }),
  },
} satisfies Record<string, { schema: JsonSchema }>;
