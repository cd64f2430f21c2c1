import { spawnSync } from 'node:child_process';
import { parse as parseJs } from 'acorn';
import ts from 'typescript';
import { parseDocument } from 'yaml';
import { configFromText } from '../../src/config/load-config';
import { readTaskFile } from '../../src/eval/task-file';
import { hasErrors, problemReport, validateDefinition } from '../../src/mtdf';
import { parsePrompts } from '../../src/prompts-config/parse-prompts-config';
import { parseStore } from '../../src/store/store-text';
import { needs } from '../support/needs';
import { allPages, blocksOf, fileOf, notRun, type Block } from '../support/pages';

const blocks = allPages().flatMap((page) => blocksOf(page));
const of = (language: string): [string, Block][] =>
  blocks
    .filter((block) => block.language === language)
    .map((block) => [`${block.page}:${block.line}`, block]);

test('every block says what it is', () => {
  const known = ['ts', 'js', 'json', 'yaml', 'sh', 'text', 'python', 'markdown', 'mermaid'];
  const other = blocks.filter(({ language }) => !known.includes(language));
  expect(other.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([]);
  // What a reader would type is a shell block, so that it is run.
  const typed = of('text').filter(([, { text }]) =>
    /^\s*(?:\$ |npx |npm |toolwright |curl |node )/.test(text),
  );
  expect(typed.map(([place]) => place)).toEqual([]);
});

test('a block that is not run says why', () => {
  const silent = blocks.filter(
    (block) => block.info.includes('not run') && !((notRun(block)?.length ?? 0) > 8),
  );
  expect(silent.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
});

test.each(of('json'))('%s is JSON of its kind', (_place, block) => {
  const value = JSON.parse(block.text) as Record<string, unknown>;
  if ('mcpServers' in value) expectServers(value['mcpServers']);
  else if ('compilerOptions' in value) expectCompilerOptions(value);
  else if ('command' in value && 'description' in value) expectDefinition(block.text);
});

test.each(of('yaml'))('%s is YAML of its kind', async (_place, block) => {
  const file = fileOf(block) ?? 'toolwright.yaml';
  if (file === 'prompts.yaml') expect(parsePrompts(block.text, file)).toBeDefined();
  else if (file === 'config.yaml') await expect(parseStore(file, block.text)).resolves.toBeDefined();
  else if (file === 'tasks.yaml') await expect(readTaskFile(block.text, file)).resolves.toBeDefined();
  else if (file === 'toolwright.yaml') await expectConfiguration(block.text);
  // Read by a command of its page, which is followed.
  else expect(parseDocument(block.text).errors).toEqual([]);
});

test.each(of('js'))('%s is code that `run` can read', (_place, { text }) => {
  const options = { allowAwaitOutsideFunction: true, allowReturnOutsideFunction: true } as const;
  expect(() => parseJs(text, { ecmaVersion: 2023, sourceType: 'script', ...options })).not.toThrow();
});

needs('python').test.each(of('python'))('%s is Python', (_place, { text }) => {
  const source = text.replace(/^__ot\n/, '');
  const program = 'import ast, sys; ast.parse(sys.stdin.read())';
  const { status, stderr } = spawnSync('python3', ['-c', program], { input: source, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

function expectServers(servers: unknown): void {
  for (const server of Object.values(servers as object))
    expect(server).toEqual({ command: expect.any(String), args: expect.any(Array) });
}

function expectCompilerOptions(config: unknown): void {
  const { errors } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => ['a.ts'] }, '.');
  expect(errors.map(({ messageText }) => messageText)).toEqual([]);
}

function expectDefinition(text: string): void {
  const { problems } = validateDefinition(text, 'shown.json');
  expect(hasErrors(problems) ? problemReport('shown.json', problems) : '').toBe('');
}

// Settings of an author's own are judged where the page is followed, by the app that has them.
async function expectConfiguration(text: string): Promise<void> {
  const document = parseDocument(text);
  document.delete('settings');
  const { problems } = await configFromText({ cwd: '/', env: {} }, String(document));
  expect(problems).toEqual([]);
}
