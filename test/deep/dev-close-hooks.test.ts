import { existsSync, readFileSync } from 'node:fs';
import { DevProject, type DevProcess } from '../support/dev-project';

/** How the app keeps its words: what it does when a word is added, and what in `defineApp` closes it. */
interface Kept {
  readonly added: string;
  readonly services?: string;
  readonly close?: string;
}

const AT_CLOSE = 'write(words)';

const source = ({ added, services = '', close = '' }: Kept, saves: number): string => `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Arg, defineApp, Tool, ToolArguments } from 'toolwright';
const stored = (): string[] => (existsSync('words.json') ? JSON.parse(readFileSync('words.json', 'utf8')) : []);
const write = (list: string[]): void => writeFileSync('words.json', JSON.stringify(list));
let words = stored();
class AddArgs extends ToolArguments { @Arg({ description: 'A word', type: 'string' }) word!: string; }
class Store { readonly save = ${String(saves)}; }
@Tool({ args: AddArgs, description: 'Keep a word.', inject: [Store] })
class Add {
  constructor(readonly store: Store) {}
  run({ word }: AddArgs): string[] { ${added}; return words; }
}
export default defineApp({
  name: 'words', tools: [Add],
  services(container, { onClose }) { container.set(Store, new Store()); ${services} },
  ${close}
});
`;

const LINE = /hook after version \d has opened/g;

async function threeVersions(kept: Kept): Promise<{ words: unknown; lines: number; stderr: string }> {
  const project = new DevProject({
    'src/app.ts': source(kept, 0),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'nodenext',
        rootDir: 'src',
        outDir: 'dist',
        strict: true,
        skipLibCheck: true,
        experimentalDecorators: true,
        types: ['node'],
      },
      include: ['src'],
    }),
  });
  const dev: DevProcess = project.dev('--app', 'src/app.ts');
  await dev.initialize();
  await dev.value('add', { word: 'one' });
  for (const [at, word] of ['two', 'three'].entries()) {
    project.save('src/app.ts', source(kept, at + 1));
    await dev.value('add', { word });
  }
  await dev.end();
  const file = project.path('words.json');
  const words: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return { words, lines: dev.stderr.match(LINE)?.length ?? 0, stderr: dev.stderr };
}

test.each<[string, Kept]>([
  ['onClose', { added: 'words.push(word)', services: `onClose(() => ${AT_CLOSE});` }],
  ['close', { added: 'words.push(word)', close: `close: () => ${AT_CLOSE},` }],
])('dev says once what it means that %s writes at the end, and the cure', async (hook, kept) => {
  const { lines, stderr } = await threeVersions(kept);
  expect(lines).toBe(1);
  expect(stderr).toContain(`version 1 runs its \`${hook}\` hook`);
  expect(stderr).toMatch(/Save when something changes/);
});

test('what is written when it changes, after reading it again, is lost by no save, and nothing is said', async () => {
  const { words, lines } = await threeVersions({ added: 'words = [...stored(), word]; write(words)' });
  expect({ words, lines }).toEqual({ words: ['one', 'two', 'three'], lines: 0 });
});
