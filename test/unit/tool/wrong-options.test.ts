import {
  Arg,
  defineApp,
  defineTool,
  Explicit,
  Prompt,
  Resource,
  Setting,
  Tool,
  ToolArguments,
  type AppOptions,
  type ArgOptions,
  type DefinedTool,
  type PromptFacts,
  type ResourceFacts,
  type SettingNames,
  type ToolAnnotations,
  type ToolFacts,
} from '../../../src/index';
import { PromptRegistry, ResourceRegistry, ToolRegistry } from '../../../src/embed';
import { ConfigModel } from '../../../src/config/config-model';
import { messageOf } from '../../support/message-of';
import type { AnyClass, ArgsClass, ItemOptions } from '../../../src/metadata';

// As plain JavaScript, and compilers that check no types, let it pass.
const loose = (decorator: unknown) => decorator as (...options: unknown[]) => (...target: unknown[]) => void;

// Of each option: other options with it that are right, and values of a wrong kind.
type Options = Readonly<Record<string, unknown>>;
type Rows<T> = Readonly<Record<keyof T, readonly [right: Options, ...wrong: unknown[]]>>;

const NO_TEXT = [5, true, ['a'], null];
// A default stands in place of null.
const NO_NAME = NO_TEXT.filter((value) => value !== null);
const NO_FLAG = ['false', 'yes', 0, null];
const NO_NUMBER = ['3', NaN, true, [3]];
const NO_COUNT = ['3', -1, 1.5, true];
const NO_OBJECT = ['a', 5, ['a']];
const NO_LIST = ['a', 5, { 0: 'a' }];
const NO_TEXTS = [...NO_LIST, [5]];
const NO_CLASS = ['Point', 5, {}];
const NO_TYPE = ['strnig', 'String', 5, ['string'], null];

class Point extends ToolArguments {
  @Arg({ description: 'Across', type: 'number' })
  x!: number;
}

const ITEMS = {
  type: [{ type: 'string' }, ...NO_TYPE],
  enum: [{ enum: ['a'] }, 'a', 5, [null], [{}], { A: {} }],
  minLength: [{ type: 'string', minLength: 3 }, ...NO_COUNT],
  maxLength: [{ type: 'string', maxLength: 3 }, ...NO_COUNT],
  pattern: [{ type: 'string', pattern: /^a/ }, 5, ['a'], {}],
  format: [{ type: 'string', format: 'date' }, ...NO_TEXT],
  minimum: [{ type: 'number', minimum: -1.5 }, ...NO_NUMBER],
  maximum: [{ type: 'number', maximum: 3 }, ...NO_NUMBER],
  exclusiveMinimum: [{ type: 'number', exclusiveMinimum: 2 }, ...NO_NUMBER],
  exclusiveMaximum: [{ type: 'number', exclusiveMaximum: 4 }, ...NO_NUMBER],
  multipleOf: [{ type: 'number', multipleOf: 0.5 }, ...NO_NUMBER],
  minItems: [{ items: 'string', minItems: 1 }, ...NO_COUNT],
  maxItems: [{ items: 'string', maxItems: 1 }, ...NO_COUNT],
  uniqueItems: [{ items: 'string', uniqueItems: true }, ...NO_FLAG],
  items: [{ items: { type: 'string' } }, 'array', ...NO_TYPE, { type: 'strnig' }, { minLength: '3' }],
  values: [{ values: { type: 'string' } }, ...NO_TYPE, { items: { typ: 'string' } }],
} satisfies Rows<ItemOptions>;

const ARG = {
  ...ITEMS,
  description: [{ type: 'string' }, ...NO_TEXT],
  name: [{ type: 'string', name: 'other' }, ...NO_NAME],
  optional: [{ type: 'string', optional: true }, 'true', ...NO_FLAG],
  nullable: [{ type: 'string', nullable: true }, ...NO_FLAG],
  schema: [{ schema: { type: 'string' } }, ...NO_OBJECT],
  access: [{ type: 'string', access: 'read' }, 'raed', true, ['read'], ''],
  secret: [{ type: 'string', secret: true }, ...NO_FLAG],
  header: [{ type: 'string', header: 'Region' }, ...NO_TEXT],
  example: [{ type: 'string', example: 'a' }],
} satisfies Rows<ArgOptions>;

const EXPLICIT = {
  description: [{ description: 'Really' }, ...NO_NAME],
  name: [{ name: 'sure' }, ...NO_NAME],
} satisfies Rows<NonNullable<Parameters<typeof Explicit>[1]>>;

const ANNOTATIONS = {
  title: [{ title: 'Paint' }, ...NO_TEXT],
  readOnlyHint: [{ readOnlyHint: true }, ...NO_FLAG],
  destructiveHint: [{ destructiveHint: true }, ...NO_FLAG],
  idempotentHint: [{ idempotentHint: true }, ...NO_FLAG],
  openWorldHint: [{ openWorldHint: true }, ...NO_FLAG],
} satisfies Rows<ToolAnnotations>;

const EXAMPLE = { args: {}, explains: 'Paints' };
const FACTS = {
  name: [{ name: 'paint' }, ...NO_NAME],
  description: [{ description: 'Paints' }, ...NO_TEXT],
  usage: [{ usage: 'Often' }, ...NO_TEXT],
  examples: [
    { examples: [EXAMPLE] },
    ...NO_LIST,
    [5],
    [{ args: {} }],
    [{ ...EXAMPLE, explains: 5 }],
    [{ ...EXAMPLE, args: 'a' }],
    [{ ...EXAMPLE, explain: 'a' }],
  ],
  category: [{ category: 'art' }, ...NO_TEXT],
  tags: [{ tags: ['art'] }, ...NO_TEXTS],
  annotations: [{ annotations: {} }, ...NO_OBJECT],
  prefix: [{ prefix: 'art' }, ...NO_TEXT],
  timeoutSeconds: [{ timeoutSeconds: 0.5 }, 'x', '5', -1, NaN, true],
  answerBudget: [{ answerBudget: 0 }, 'x', '5', -1, NaN, true],
  enabled: [{ enabled: true }, ...NO_FLAG],
  enabledBy: [{ enabledBy: 'art' }, ...NO_TEXT],
  synchronous: [{ synchronous: true }, 'no', ...NO_FLAG],
  taskSupport: [{ taskSupport: 'required' }, 'always', true],
  idempotencyKey: [{}, ...NO_TEXTS],
  inject: [{ inject: [] }, ...NO_LIST],
} satisfies Rows<Omit<ToolFacts, 'output' | 'returns'>>;

const TOOL = {
  ...FACTS,
  args: [{ args: Point }, ...NO_CLASS],
  output: [{ output: Point }, ...NO_CLASS],
  returns: [
    { returns: { type: 'string' } },
    ...NO_TYPE,
    { typ: 'string' },
    { type: 'string', minLength: '3' },
  ],
} satisfies Rows<ToolFacts & { args: unknown }>;

const DEFINED = {
  ...FACTS,
  inputSchema: [{ inputSchema: { type: 'object' } }, ...NO_OBJECT],
  outputSchema: [{ outputSchema: { type: 'object', properties: {} } }, ...NO_OBJECT],
  returns: [{ returns: { type: 'string' } }, ...NO_OBJECT],
  access: [{ access: {} }, ...NO_OBJECT],
  source: [{ source: 'art.ts' }, ...NO_TEXT],
  pack: [{ pack: 'art' }, ...NO_TEXT],
  disabledReason: [{ disabledReason: 'Dry' }, ...NO_TEXT],
  run: [{ run: () => 'x' }, 'x', 5, {}],
} satisfies Rows<DefinedTool>;

const PROMPT = {
  name: [{ name: 'plan' }, ...NO_NAME],
  title: [{ title: 'Plan' }, ...NO_TEXT],
  description: [{ description: 'Plans' }, ...NO_TEXT],
  usage: [{ usage: 'Often' }, ...NO_TEXT],
  examples: [
    { examples: [{ call: '/plan', explains: 'Plans' }] },
    ...NO_LIST,
    [{ call: '/plan' }],
    [{ cal: '/plan', explains: 'Plans' }],
  ],
  conceptual: [{ conceptual: '*args' }, ...NO_TEXT],
  inject: [{ inject: [] }, ...NO_LIST],
  args: [{ args: Point }, ...NO_CLASS],
} satisfies Rows<PromptFacts & { args: unknown }>;

const RESOURCE = {
  uri: [{ uri: 'note://a' }, ...NO_TEXT],
  name: [{ name: 'note' }, ...NO_NAME],
  title: [{ title: 'Note' }, ...NO_TEXT],
  description: [{ description: 'A note' }, ...NO_TEXT],
  mimeType: [{ mimeType: 'text/plain' }, ...NO_TEXT],
  inject: [{ inject: [] }, ...NO_LIST],
} satisfies Rows<ResourceFacts>;

const SETTING = {
  option: [{ option: 'colour' }, ...NO_TEXT],
  short: [{ short: 'c' }, ...NO_TEXT],
  aliases: [{ aliases: ['color'] }, ...NO_TEXTS],
  variable: [{ variable: 'COLOUR' }, ...NO_TEXT],
  env: [{ env: ['COLOR'] }, ...NO_TEXTS],
  exactly: [{ exactly: { CI: 'true' } }, ...NO_OBJECT, { CI: true }],
  emptyCounts: [{ emptyCounts: true }, ...NO_FLAG],
  caseless: [{ caseless: true }, ...NO_FLAG],
  shorthand: [{ shorthand: 'mode' }, ...NO_TEXT],
} satisfies Rows<SettingNames>;

const APP = {
  name: [{ name: 'art' }, ...NO_TEXT],
  version: [{ version: '1.0.0' }, ...NO_TEXT],
  instructions: [{ instructions: 'Paint' }, ...NO_TEXT],
  tools: [{ tools: [] }],
  prompts: [{ prompts: [] }],
  resources: [{ resources: [] }],
  packs: [{ packs: ['files'] }, ...NO_LIST],
  config: [{ config: {} }, ...NO_OBJECT],
  settings: [{ settings: Point }, ...NO_CLASS],
  prefixVariables: [{ prefixVariables: ['ART'] }, ...NO_TEXTS],
  services: [{ services: () => undefined }, 'x', {}],
  container: [{ container: {} }],
  manifest: [{ manifest: {} }, ...NO_OBJECT],
  guards: [{ guards: [] }, ...NO_LIST],
  middleware: [{ middleware: [] }, ...NO_LIST],
  observers: [{ observers: [] }, ...NO_LIST],
  start: [{ start: () => undefined }, 'x', {}],
  close: [{ close: () => undefined }, 'x', {}],
} satisfies Rows<AppOptions>;

function argsClass(decorate: (target: object, key: string) => void): ArgsClass {
  class Args extends ToolArguments {}
  decorate(Args.prototype, 'it');
  return Args;
}

let runs = 0;

function paint(options: Options, args?: ArgsClass): AnyClass<{ run: () => string }> {
  class Paint {
    run(): string {
      runs++;
      return 'painted';
    }
  }
  loose(Tool)({ description: 'Paints', ...(args && { args }), ...options })(Paint);
  return Paint;
}

// A tool with a mistake is neither listed nor called, whatever it says; returns what `verify` says.
async function refusedTool(cls: () => AnyClass<{ run: () => string }>, args: Options): Promise<string> {
  const registry = await messageOf(() => new ToolRegistry([cls()]));
  if (typeof registry === 'string') return registry;
  const [tool] = registry.list();
  const said = await messageOf(() => registry.verify());
  const described = await messageOf(() => tool!.describe());
  const before = runs;
  await messageOf(() => registry.call(tool!.name, args));
  expect([typeof described, runs - before]).toEqual(typeof said === 'string' ? ['string', 0] : ['object', 1]);
  return typeof said === 'string' ? said : '';
}

const ofArg = (options: Options): Promise<string> =>
  refusedTool(() => paint({}, argsClass(loose(Arg)({ description: 'It', ...options }))), valueFor(options));

const ofExplicit = (options: unknown): Promise<string> =>
  refusedTool(() => paint({}, argsClass(loose(Explicit)('YES', options))), {
    [(options as { name?: string }).name ?? 'it']: 'YES',
  });

function valueFor({ name, type, items, values, enum: allowed, format }: Options): Options {
  const plain = format ? '2026-01-01' : allowed ? 'a' : type === 'number' ? 3 : 'abc';
  const value = items ? ['abc'] : values ? { a: 'abc' } : plain;
  return { [String(name ?? 'it')]: value };
}

const ofTool = (options: Options): Promise<string> =>
  refusedTool(() => paint(options), options['args'] ? { x: 1 } : {});

const said = async (act: () => unknown): Promise<string> => {
  const message = await messageOf(act);
  return typeof message === 'string' ? message : '';
};

const ofDefined = (options: Options): Promise<string> =>
  said(() => {
    const definition = { name: 'paint', description: 'Paints', run: () => 'painted', ...options };
    return new ToolRegistry([defineTool(definition as never)]).verify();
  });

const ofPrompt = (options: Options): Promise<string> =>
  said(async () => {
    class Plan {
      render(): string {
        return 'planned';
      }
    }
    loose(Prompt)({ description: 'Plans', ...options })(Plan);
    await new PromptRegistry([Plan], new ToolRegistry()).list();
  });

const ofResource = (options: Options): Promise<string> =>
  said(async () => {
    class Note {
      read(): string {
        return 'noted';
      }
    }
    loose(Resource)({ uri: 'note://b', description: 'A note', ...options })(Note);
    const registry = new ResourceRegistry([Note], new ToolRegistry());
    await registry.list();
    await registry.read((options['uri'] as string | undefined) ?? 'note://b');
  });

const ofSetting = (options: Options): Promise<string> =>
  said(() => {
    class Settings extends ToolArguments {}
    loose(Arg)({ description: 'It', type: 'string' })(Settings.prototype, 'it');
    loose(Setting)(options)(Settings.prototype, 'it');
    return new ConfigModel({ settings: Settings }).settings;
  });

const ofApp = (options: Options): Promise<string> => said(() => defineApp(options as never));

type Refused = (options: Options) => Promise<string>;

const within =
  (of: Refused, place: string): Refused =>
  (options) =>
    of({ [place]: options });

const DECORATORS: readonly (readonly [string, Rows<object>, Refused])[] = [
  ['@Arg', ARG, ofArg],
  ['items of @Arg', ITEMS, within(ofArg, 'items')],
  ['values of @Arg', ITEMS, within(ofArg, 'values')],
  ['@Explicit', EXPLICIT, ofExplicit],
  ['@Tool', TOOL, ofTool],
  ['annotations of @Tool', ANNOTATIONS, within(ofTool, 'annotations')],
  ['returns of @Tool', ITEMS, within(ofTool, 'returns')],
  ['@Prompt', PROMPT, ofPrompt],
  ['@Resource', RESOURCE, ofResource],
  ['@Setting', SETTING, ofSetting],
  ['defineTool', DEFINED, ofDefined],
  ['annotations of defineTool', ANNOTATIONS, within(ofDefined, 'annotations')],
  ['defineApp', APP, ofApp],
];

const CASES = DECORATORS.flatMap(([decorator, rows, of]) =>
  Object.entries(rows as Readonly<Record<string, readonly [Options, ...unknown[]]>>).map(
    ([option, [right, ...wrong]]) => ({ decorator, option, right, wrong, of }),
  ),
);

describe.each(CASES)('$decorator: $option', ({ option, right, wrong, of }) => {
  test('is refused by its name if it is misspelt', async () => {
    const misspelt = option.slice(0, 2) + option.slice(3);
    const { [option]: value = 'x' } = right;
    const message = await of({ ...right, [option]: undefined, [misspelt]: value });
    expect(message).toContain(`has the unknown option '${misspelt}'`);
    expect(message).toContain('Did you mean ');
  });

  test('is refused with a value of a wrong kind', async () => {
    for (const value of wrong)
      expect([value, await of({ ...right, [option]: value })]).toEqual([
        value,
        expect.stringContaining(option),
      ]);
  });
});

describe.each(DECORATORS.filter(([name]) => !/ (?:@|defineTool)/.test(name)))('%s', (_, rows, of) => {
  test('takes every option that is right', async () => {
    for (const [option, [right]] of Object.entries(rows as Readonly<Record<string, readonly [Options]>>))
      expect([option, await of(right)]).toEqual([option, '']);
  });
});
