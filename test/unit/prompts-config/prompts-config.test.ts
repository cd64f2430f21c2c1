import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool } from '../../../src/tool/define-tool';
import { Logger, silentLogger, type LogRecord } from '../../../src/logger';
import { PromptRegistry } from '../../../src/registries/prompt-registry';
import { overrideDescriptions } from '../../../src/prompts-config/prompts-config-overrides';
import { parsePrompts } from '../../../src/prompts-config/parse-prompts-config';
import { PromptsConfig } from '../../../src/prompts-config/prompts-config';
import { PromptsFile } from '../../../src/prompts-config/prompts-file';
import { offerTemplates } from '../../../src/prompts-config/template-prompts';
import { LazyTool } from '../../../src/tool/lazy-tool';
import { ToolRegistry } from '../../../src/registries/tool-registry';
import { temporaryDirectory } from '../../support/temporary-directory';

const GOOD = `
prompts:
  instructions: |
    Speak plainly.
  tools:
    echo:
      description: Says it again.
      examples:
        - "tools.echo({ message: 'Hi' })"
        - { args: { message: Ho } }
    unknown_tool:
      description: Nobody is called that.
  templates:
    greet: 'Hello {name}, welcome to {place}. {name}!'
    plain: Just this.
  packs:
    web: Cite your sources.
    other: Not shown.
`;

const echo = (): ReturnType<typeof defineTool> =>
  defineTool({ name: 'echo', description: 'Echo a message.', usage: 'Echo it.', run: () => 'x' });

test('a good file is read, with or without the top key', () => {
  const read = parsePrompts(GOOD, 'prompts.yaml');
  expect(read).toMatchObject({
    instructions: 'Speak plainly.\n',
    tools: {
      echo: {
        description: 'Says it again.',
        examples: ["tools.echo({ message: 'Hi' })", { args: { message: 'Ho' } }],
      },
    },
    templates: { plain: 'Just this.' },
    packs: { web: 'Cite your sources.' },
  });
  const bare = GOOD.split('\n')
    .filter((line) => line !== 'prompts:')
    .map((line) => line.slice(2))
    .join('\n');
  expect(parsePrompts(bare, 'prompts.yaml')).toEqual(read);
  expect(parsePrompts('', 'prompts.yaml')).toEqual({ tools: {}, templates: {}, packs: {} });
});

test.each([
  ['instructions: [a]', /prompts\.yaml: line 1: instructions must be a string/],
  ['tools:\n  echo:\n    examples: none', /line 3: tools\.echo\.examples must be a list/],
  ['tools:\n  echo:\n    exmaples: []', /line 3: unknown key 'exmaples' \(did you mean 'examples'\?\)/],
  ['templtes: {}', /line 1: unknown key 'templtes' \(did you mean 'templates'\?\)/],
  [
    'templates:\n  a: 1\n  b: [2]',
    /line 2: templates\.a must be a string; line 3: templates\.b must be a string/,
  ],
  ['- a list', /line 1: The file must be a map/],
  ['a: "open', /line 1: /],
  ['tools:\n  a: {}\n  a: {}', /line 3: /],
])('%j is refused with its line', (text, words) => {
  expect(() => parsePrompts(text, 'prompts.yaml')).toThrow(words);
});

test('instructions are those of the file and of the packs that are on', () => {
  const config = new PromptsConfig(parsePrompts(GOOD, 'prompts.yaml'));
  expect(config.instructionsFor(['web', 'files'])).toBe('Speak plainly.\n\n\nCite your sources.');
  expect(new PromptsConfig().instructionsFor(['web'])).toBeUndefined();
  expect(config.examplesOf('constructor')).toEqual([]);
});

test('a description takes the place of the first section, and goes with the file', () => {
  const registry = new ToolRegistry([echo()], { prefix: '' });
  const config = new PromptsConfig(parsePrompts(GOOD, 'prompts.yaml'));
  registry.disable('echo', 'for now');
  overrideDescriptions(registry, config);
  expect(registry.describe('echo').summary).toBe('Says it again.');
  expect(registry.describe('echo').description).toMatch(
    /^## Description\n\nSays it again\.\n\n## JSON Schema[^]*Echo it\./,
  );
  expect(registry.isEnabled('echo')).toBe(false);
  config.replace({ tools: {}, templates: {}, packs: {} });
  expect(registry.describe('echo').summary).toBe('Echo a message.');
});

test('a tool that is not loaded yet takes its new description too, and still runs', async () => {
  const registry = new ToolRegistry([], { prefix: '' });
  const inputSchema = { type: 'object' as const, properties: {} };
  registry.register({
    entry: {
      name: 'echo',
      className: 'Echo',
      summary: 'Echo.',
      inputSchema,
    },
    load: () => import('../../../src/tools/echo.js').then((module) => module.Echo as never),
    pack: 'utility',
  });
  const config = new PromptsConfig(parsePrompts(GOOD, 'prompts.yaml'));
  overrideDescriptions(registry, config);
  expect(registry.describe('echo').summary).toBe('Says it again.');
  expect(registry.get('echo')).toBeInstanceOf(LazyTool);
  expect((await registry.call('echo', { message: 'x' })).isError).toBe(false);
  config.replace({ tools: {}, templates: {}, packs: {} });
  // By now the class is loaded, which says otherwise than this entry.
  expect(registry.describe('echo').summary).toBe('Echo a message back.');
  expect(registry.get('echo')?.pack).toBe('utility');
});

test('a warning about consent is not written away', () => {
  const warned = defineTool({
    name: 'echo',
    description: 'Wipe.\n\nREQUIRES EXPLICIT USER INSTRUCTION: really.',
    run: () => 'x',
  });
  const registry = new ToolRegistry([warned], { prefix: '' });
  overrideDescriptions(registry, new PromptsConfig(parsePrompts(GOOD, 'prompts.yaml')));
  expect(registry.describe('echo').summary).toBe(
    'Says it again.\n\nREQUIRES EXPLICIT USER INSTRUCTION: really.',
  );
});

test('templates are prompts whose variables are arguments, and values stay values', async () => {
  const registry = new ToolRegistry([], { prefix: '' });
  const prompts = new PromptRegistry([], registry);
  const config = new PromptsConfig(parsePrompts(GOOD, 'prompts.yaml'));
  let changes = 0;
  prompts.onChange(() => changes++);
  offerTemplates(prompts, config, silentLogger);
  const [greet] = await prompts.list();
  expect(greet?.arguments).toEqual([
    { name: 'name', description: 'Value for {name}', required: true },
    { name: 'place', description: 'Value for {place}', required: true },
  ]);
  const text = async (args: Record<string, string>): Promise<unknown> =>
    (await prompts.get('greet', args)).messages[0]?.content;
  expect(await text({ name: '{place} $&', place: 'Oz' })).toEqual({
    type: 'text',
    text: 'Hello {place} $&, welcome to Oz. {place} $&!',
  });
  await expect(prompts.get('greet', { name: 'x' })).rejects.toMatchObject({ code: -32602 });
  expect((await prompts.get('plain', {})).messages[0]?.content).toEqual({ type: 'text', text: 'Just this.' });
  config.replace({ tools: {}, templates: { later: 'Now {this}.' }, packs: {} });
  expect(prompts.names()).toEqual(['later']);
  expect(changes).toBeGreaterThan(2);
});

test('a changed file is read again; a wrong one leaves the last good one', async () => {
  const file = join(temporaryDirectory('toolwright-prompts'), 'prompts.yaml');
  const records: LogRecord[] = [];
  const log = new Logger('test', [{ wants: () => true, write: (record) => void records.push(record) }]);
  writeFileSync(file, 'instructions: one');
  const prompts = new PromptsFile(file, log, { intervalMs: 20 });
  expect(prompts.config.instructionsFor([])).toBe('one');
  const changed = new Promise<void>((resolve) => prompts.config.onChange(resolve));
  // Again and again, since the watcher may not have looked at the first one yet; in one step, so that it never reads half.
  const writing = setInterval(() => {
    writeFileSync(`${file}.new`, 'instructions: two');
    renameSync(`${file}.new`, file);
  }, 50);
  await changed;
  clearInterval(writing);
  expect(prompts.config.instructionsFor([])).toBe('two');
  writeFileSync(file, 'instrucions: three');
  expect(await prompts.reload()).toBe(false);
  expect(prompts.config.instructionsFor([])).toBe('two');
  expect(records.some(({ level, message }) => level === 'error' && /line 1: unknown key/.test(message))).toBe(
    true,
  );
  prompts.close();
  writeFileSync(file, '- wrong');
  expect(() => new PromptsFile(file, log)).toThrow(/line 1/);
  expect(() => new PromptsFile(`${file}.not`, log)).toThrow(/prompts\.yaml\.not: cannot be read \(ENOENT\)/);
});
