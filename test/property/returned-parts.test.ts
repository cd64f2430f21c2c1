import 'reflect-metadata';
import {
  CompleteResultSchema,
  GetPromptResultSchema,
  ListResourcesResultSchema,
  ReadResourceResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { defineApp, Prompt, Resource } from '../../src';
import { testClient } from '../../src/testing';
import { rounds } from '../support/rounds';

let returned: unknown;

@Prompt({ name: 'any', description: 'Returns anything.' })
class AnyPrompt {
  render(): unknown {
    return returned;
  }

  complete(): string[] {
    return returned as string[];
  }
}

@Resource({ uri: 'any://{name}', name: 'any', description: 'Returns anything.' })
class AnyResource {
  read(): unknown {
    return returned;
  }

  list(): { uri: string; name: string }[] {
    return returned as { uri: string; name: string }[];
  }
}

// Near misses: the members that clients look at, with values that are sometimes right.
const leaf = fc.constantFrom<unknown>(
  undefined,
  null,
  5,
  true,
  '',
  'text',
  'user',
  'assistant',
  'AQID',
  '===',
  'note://a',
  [],
  {},
  -1,
  0.5,
  '2026-01-31T10:00:00Z',
  ['user'],
  ['x'],
  NaN,
  5n,
);
const annotations = fc.record({ audience: leaf, priority: leaf, lastModified: leaf }, { requiredKeys: [] });
const contents = fc.record(
  { uri: leaf, text: leaf, blob: leaf, mimeType: leaf, _meta: leaf },
  { requiredKeys: [] },
);
const block = fc.record(
  {
    type: fc.constantFrom<unknown>(
      'text',
      'image',
      'audio',
      'resource_link',
      'resource',
      'toString',
      'video',
      5,
    ),
    text: leaf,
    data: leaf,
    mimeType: leaf,
    uri: leaf,
    name: leaf,
    size: leaf,
    icons: fc.oneof(leaf, fc.array(fc.record({ src: leaf, theme: leaf, sizes: leaf }, { requiredKeys: [] }))),
    resource: fc.oneof(leaf, contents),
    annotations: fc.oneof(leaf, annotations),
    _meta: leaf,
  },
  { requiredKeys: ['type'] },
);
const message = fc.record(
  {
    role: fc.oneof({ weight: 3, arbitrary: fc.constant('user') }, leaf),
    content: fc.oneof({ weight: 4, arbitrary: block }, leaf),
  },
  { requiredKeys: [] },
);
const messages = fc.array(fc.oneof({ weight: 4, arbitrary: message }, leaf), { maxLength: 2 });
const anything = fc.oneof(
  leaf,
  messages,
  fc.record(
    { messages: fc.oneof(messages, leaf), description: leaf, _meta: leaf },
    { requiredKeys: ['messages'] },
  ),
  contents,
  fc.array(fc.oneof(contents, block), { maxLength: 2 }),
  fc.anything(),
);

// One line, from the author's class or about the value: no stack, and nothing of our own.
const REFUSED =
  /^(?:MCP error -?\d+: )?(?:Any(?:Prompt|Resource)\.\w+: returned (?:what (?:clients would reject|JSON cannot carry): .+\.|nothing; a `return` may be missing\.) Return |The (?:prompt|resource) returned a result that JSON cannot carry: |Resource not found: any:\/\/a)[^\n]*$/;

test('whatever prompts and resources return, clients get what they accept, or an error that names the class', async () => {
  const app = defineApp({
    name: 'any',
    version: '1.0.0',
    prompts: [AnyPrompt],
    resources: [AnyResource],
    packs: [],
  });
  const client = await testClient(app);
  const requests = [
    ['prompts/get', { name: 'any' }, GetPromptResultSchema],
    ['resources/read', { uri: 'any://a' }, ReadResourceResultSchema],
    ['resources/list', {}, ListResourcesResultSchema],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'any' }, argument: { name: 'a', value: '' } },
      CompleteResultSchema,
    ],
  ] as const;
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      returned = value;
      for (const [method, params, schema] of requests) {
        const answer = await client.send(method, params).catch((error: Error) => error);
        if (answer instanceof Error) expect(answer.message).toMatch(REFUSED);
        else expect(schema.safeParse(answer).error).toBeUndefined();
      }
    }),
    { numRuns: rounds(300, 20_000) },
  );
  await client.close();
});
