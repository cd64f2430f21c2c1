import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..', '..');
const PAGES = [
  'README.md',
  'docs/app.md',
  'docs/authoring.md',
  'docs/code-mode.md',
  'docs/flags.md',
  'docs/logging.md',
  'docs/mtdf.md',
  'docs/policy.md',
  'docs/resources.md',
  'docs/serving.md',
  'docs/testing.md',
  'src/prompts/README.md',
  'src/tools/README.md',
];

// What readers would have in modules of their own.
const PARTS = readFileSync(join(root, 'test/fixtures/docs/parts.ts'), 'utf8');
const MODULES = {
  'docs/parts.ts': PARTS,
  'docs/app.ts': PARTS,
  'docs/manifest.ts': `import type { ManifestJson } from 'toolwright'; export default {} as ManifestJson;`,
  'src/notes/note-store.ts': PARTS,
};

// Stands above blocks that are marked `fragment`: the names that they leave out, on one line.
const PRELUDE = [
  `import { Arg, defineApp, defineTool, Explicit, Prompt, Resource, Result, serveStdio, Tool, ToolArguments } from 'toolwright';`,
  `import { createLogging, createServer, openApp, redact, ToolRegistry } from 'toolwright/embed';`,
  `import app, { AddNote, Ask, NotePage, ReadNote, Team } from '${join(root, 'docs/parts')}';`,
  `import type { App, Middleware, ResourceEntry, ToolContext } from 'toolwright';`,
].join(' ');

test('the TypeScript in the documentation compiles', () => {
  const blocks = new Map(PAGES.flatMap(blocksOf));
  expect(blocks.size).toBeGreaterThan(20);
  expect(errorsIn(blocks)).toEqual([]);
});

/** Each block of a page as a module beside the page, or where its `file=` says. */
function blocksOf(page: string): [file: string, code: string][] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^( *)```ts([^\n]*)\n([^]*?)^ *```$/gm)].map(
    ([, , info = '', code = ''], index) => {
      const named = /file=(\S+)/.exec(info)?.[1];
      const file = named ?? join(dirname(page), `${page.replace(/\W/g, '-')}-${index + 1}.ts`);
      const isModule = /^\s*(import|export) /m.test(code);
      return [
        file,
        info.includes('fragment') ? `${PRELUDE}\n${code}` : isModule ? code : `${code}\nexport {};`,
      ];
    },
  );
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
  const texts = new Map(
    [...Object.entries(MODULES), ...blocks].map(([file, text]) => [join(root, file), text]),
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
