import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMMAND, ServerProcess } from './server-process';
import { temporaryDirectory } from './temporary-directory';

const root = join(__dirname, '..', '..');

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    rootDir: 'src',
    outDir: 'dist',
    sourceMap: true,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['src'],
};

/** The source of an app whose tools say which version of it they belong to. */
export function appSource(version: number, more = ''): string {
  return `import { existsSync } from 'node:fs';
import { defineApp, defineTool } from 'toolwright';
${more}
const VERSION: number = ${version};
const none = { type: 'object', properties: {}, additionalProperties: false } as const;
const answer = defineTool({ name: 'answer', description: 'Say the version.', inputSchema: none, run: () => ({ version: VERSION }) });
const wait = defineTool({
  name: 'wait',
  description: 'Say the version once a file is there.',
  inputSchema: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
  run: async ({ file }: { file?: unknown }) => {
    while (!existsSync(String(file))) await new Promise((resolve) => setTimeout(resolve, 5));
    return { version: VERSION };
  },
});
const ask = defineTool({
  name: 'ask',
  description: 'Ask the user.',
  inputSchema: none,
  run: async (_args: unknown, context) => ({ version: VERSION, answer: await context.session?.ask?.({ message: 'Really?' }) }),
});
const crash = defineTool({ name: 'crash', description: 'End the process.', inputSchema: none, run: () => process.exit(7) });
export default defineApp({ name: 'watched', version: '1.0.0', tools: [answer, wait, ask, crash] });
`;
}

/** A project of an author that `toolwright dev` serves. */
export class DevProject {
  readonly folder = temporaryDirectory('tw-dev');

  constructor(
    files: Readonly<Record<string, string>>,
    typescript = join(root, 'node_modules', 'typescript'),
  ) {
    this.link('toolwright', root);
    this.link('typescript', typescript);
    this.link('@types', join(root, 'node_modules', '@types'));
    const all = { 'package.json': '{"type":"module"}', 'tsconfig.json': JSON.stringify(TSCONFIG), ...files };
    for (const [file, text] of Object.entries(all)) this.save(file, text);
  }

  save(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  dev(...args: string[]): DevProcess {
    return new DevProcess(args, { cwd: this.folder, run: [COMMAND, 'dev'] });
  }

  private link(name: string, target: string): void {
    mkdirSync(join(this.folder, 'node_modules'), { recursive: true });
    symlinkSync(target, join(this.folder, 'node_modules', name), 'dir');
  }
}

/** `toolwright dev` as a child process. */
export class DevProcess extends ServerProcess {
  /** How often the client was told that the list of tools changed. */
  get changes(): number {
    return this.messages.filter(({ method }) => method === 'notifications/tools/list_changed').length;
  }

  /** Waits until the client was told so often that the list of tools changed. */
  async changed(times: number): Promise<void> {
    await this.next(() => this.changes >= times);
  }

  /** Calls a tool, and returns what it returned. */
  async value(tool: string, args: Record<string, unknown> = {}): Promise<unknown> {
    const reply = await this.call(tool, args);
    if (reply.error) throw new Error(reply.error.message);
    const [block] = reply.result!['content'] as { text: string }[];
    return JSON.parse(block!.text);
  }

  /** Waits until stderr holds something. */
  async said(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.stderr)) {
      const ended = await Promise.race([
        new Promise((resolve) => this.child.stderr.once('data', () => resolve(false))),
        this.exited.then(() => true),
      ]);
      if (ended && !pattern.test(this.stderr)) throw new Error(`never said ${pattern}: ${this.stderr}`);
    }
  }
}
