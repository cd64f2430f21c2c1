import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { allPages, blocksOf, fileOf, type Block } from '../support/pages';

const root = join(__dirname, '..', '..');
// The API reference is made from declarations that are compiled anyway; what other frameworks need is compiled by
// test/toolchains/migration.test.ts, which has them installed.
const isCompiled = ({ page, language, info }: Block): boolean =>
  language === 'ts' && page !== 'docs/api.md' && !info.startsWith('before=');

// What readers would have in modules of their own.
const PARTS = readFileSync(join(root, 'test/fixtures/docs/parts.ts'), 'utf8');
const MODULES = {
  'parts.ts': PARTS,
  'app.ts': PARTS,
  'manifest.ts': `import type { ManifestJson } from 'toolwright'; export default {} as ManifestJson;`,
};

// What a block marked `fragment` may leave out.
const LEFT_OUT: readonly [module: string, names: readonly string[]][] = [
  [
    'toolwright',
    [
      'Arg',
      'defineApp',
      'defineTool',
      'Explicit',
      'Prompt',
      'Resource',
      'Result',
      'serveStdio',
      'Tool',
      'ToolArguments',
    ],
  ],
  ['toolwright', ['type App', 'type Middleware', 'type ResourceEntry', 'type ToolContext']],
  ['toolwright/embed', ['createLogging', 'openApp', 'redact', 'ToolRegistry']],
  [
    join(root, 'test/fixtures/docs/parts'),
    [
      'default as app',
      'AddNote',
      'Ask',
      'Bun',
      'express',
      'hono',
      'NotePage',
      'NoteStore',
      'ReadNote',
      'Team',
      'userOf',
    ],
  ],
];

// Stands above a fragment on one line; what the fragment imports itself isn't imported twice.
const preludeOf = (text: string): string => {
  const imported = new Set(
    [...text.matchAll(/^import (.+) from/gm)].flatMap(([, names]) => names!.match(/\w+/g)!),
  );
  return LEFT_OUT.map(([module, names]) => {
    const left = names.filter((name) => !imported.has(name.split(' ').at(-1)!));
    return `import { ${left.join(', ')} } from '${module}';`;
  }).join(' ');
};

test('the TypeScript in the documentation compiles', () => {
  const blocks = allPages().flatMap((page) => blocksOf(page).filter(isCompiled));
  expect(blocks.length).toBeGreaterThan(40);
  expect(errorsIn(new Map(blocks.map((block) => [placeOf(block), codeOf(block)])))).toEqual([]);
});

/** Each page has a directory of its own, in which a block is the file that its fence names; those of src are in src. */
const directoryOf = (page: string): string =>
  page.startsWith('src/') ? '.' : join('docs', '.pages', page.replace(/\W/g, '-'));

function placeOf(block: Block): string {
  const named = fileOf(block) ?? /^after=(\S+)/.exec(block.info)?.[1];
  const unnamed = block.page.startsWith('src/')
    ? join(dirname(block.page), `block-${block.line}.ts`)
    : `block-${block.line}.ts`;
  return join(directoryOf(block.page), named ?? unnamed);
}

function codeOf({ text, info }: Block): string {
  if (info.includes('fragment')) return `${preludeOf(text)}\n${text}`;
  return /^\s*(import|export) /m.test(text) ? text : `${text}\nexport {};`;
}

function errorsIn(blocks: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.test.json'), (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  Object.assign(options, {
    noUnusedLocals: false,
    noUnusedParameters: false,
    module: ts.ModuleKind.Preserve,
  });
  Object.assign(options, { moduleResolution: ts.ModuleResolutionKind.Bundler });
  const directories = [...new Set([...blocks.keys()].map((file) => dirname(file)))];
  const modules = directories.flatMap((directory) =>
    Object.entries(MODULES).map(([file, text]) => [join(directory, file), text] as const),
  );
  const texts = new Map(
    [...modules, ['src/notes/note-store.ts', PARTS] as const, ...blocks].map(([file, text]) => [
      join(root, file),
      text,
    ]),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.directoryExists = (name) =>
    [...texts.keys()].some((file) => file.startsWith(`${name}/`)) || directoryExists!(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram(
    [...blocks.keys()].map((file) => join(root, file)),
    options,
    host,
  );
  return [...blocks.keys()].flatMap((file) => {
    const source = program.getSourceFile(join(root, file))!;
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ start = 0, messageText }) => {
      const { line } = source.getLineAndCharacterOfPosition(start);
      return `${file}: ${source.text.split('\n')[line]}\n  ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  });
}
