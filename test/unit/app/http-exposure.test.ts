import { httpExposure } from '../../../src/app/http-exposure';
import { openApp } from '../../../src/embed';
import { defineApp, defineTool, Prompt, Resource } from '../../../src/index';

const find = defineTool({ name: 'find', description: 'Find.', run: () => 'found' });
const inputSchema = { type: 'object', properties: { file: { type: 'string' } } } as const;
const save = defineTool({
  name: 'save',
  description: 'Save.',
  inputSchema,
  access: { file: 'write' },
  run: () => 'saved',
});

async function said(http: object, parts: object = { tools: [find, save] }): Promise<string[]> {
  const app = defineApp({
    name: 'notes',
    ...parts,
    config: { http: { tokens: 'tokens', ...http } } as never,
  });
  const open = await openApp(app, { args: [], env: {} });
  const lines = httpExposure(open);
  await open.close();
  return lines;
}

@Prompt({ name: 'ask', description: 'Ask.' })
class Ask {
  render(): string {
    return 'Why?';
  }
}

@Resource({ uri: 'note://one', description: 'One note.' })
class One {
  read(): string {
    return 'one';
  }
}

test('prompts and resources that no grant offers are named, unless somebody said so', async () => {
  const parts = { tools: [find], prompts: [Ask], resources: [One] };
  const named = { tools: ['find'] };
  expect(await said({ scopes: { read: named } }, parts)).toEqual([
    'No grant offers prompts: write `prompts: true` into those that should.',
    'No grant offers resources: write `resources: true` into those that should.',
  ]);
  expect(await said({ scopes: { read: named }, principals: { ada: {} } }, parts)).toEqual([]);
  const stated = { ...named, prompts: false, resources: true };
  expect(await said({ scopes: { read: stated } }, parts)).toEqual([]);
  expect(await said({ scopes: { read: named } }, { tools: [find] })).toEqual([]);
  expect(await said({}, parts)).toEqual([]);
});

test('without grants, what writes is not offered unless it is named', async () => {
  expect(await said({})).toEqual(['Not offered over HTTP unless named in http.tools: save.']);
  expect(await said({ tools: ['save'] })).toEqual([]);
});

test('what a grant offers is never said to be off', async () => {
  const grants = { principals: { alice: { tools: ['save'] } }, scopes: { read: { tools: ['find'] } } };
  expect(await said(grants)).toEqual([
    'save writes files or runs commands, and is granted by http.principals.alice.',
  ]);
});

test('what no grant offers is off, whatever it does', async () => {
  expect(await said({ scopes: { read: { packs: ['own'] } } })).toEqual([
    'Not offered over HTTP unless named in http.tools or a grant: save.',
  ]);
  expect(await said({ scopes: { write: { tools: ['save'] } } })).toEqual([
    'Not offered over HTTP unless named in http.tools or a grant: find.',
    'save writes files or runs commands, and is granted by http.scopes.write.',
  ]);
});
