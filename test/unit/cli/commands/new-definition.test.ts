import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../../../src/cli/command';
import { command as call } from '../../../../src/cli/commands/call';
import { command as create } from '../../../../src/cli/commands/new';
import { command as trust } from '../../../../src/cli/commands/trust';
import { temporaryDirectory } from '../../../support/temporary-directory';

let cwd: string;
beforeEach(() => (cwd = temporaryDirectory('new-tool')));

async function run(command: Command, ...args: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const env = { PATH: process.env['PATH'], HOME: cwd };
  const stdout = (text: string) => (out += text);
  const code = await command.run(args, { cwd, env, stdout, stderr: () => undefined });
  return { code, out };
}

test('the five minutes of docs/mtdf.md: the definition shown is the one written, and its call answers', async () => {
  const page = readFileSync('docs/mtdf.md', 'utf8');
  await run(create, 'tool', 'hello');
  const written = readFileSync(join(cwd, '.toolwright/tools/hello.json'), 'utf8');
  expect(JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!)).toEqual(JSON.parse(written));

  mkdirSync(join(cwd, 'notes'));
  writeFileSync(join(cwd, 'notes', 'today.md'), '');
  expect(page).toContain('\nnpx toolwright trust\n');
  await run(trust);
  const [, tool, args] = /^npx toolwright call (\S+) '(.*)'$/m.exec(page)!;
  expect(await run(call, tool!, args!)).toEqual({ code: 0, out: expect.stringContaining('notes') });
  expect(await run(call, 'hello', '{"target": "notes"}')).toEqual({ code: 0, out: 'today.md\n\n' });
});

test('a value of the new tool that looks like a flag is a value', async () => {
  await run(create, 'tool', 'hello');
  await run(trust);
  writeFileSync(join(cwd, '--help'), '');
  const { code, out } = await run(call, 'hello', '{"target": "--help"}');
  expect([code, out.trim()]).toEqual([0, expect.stringMatching(/^(\.\/)?--help$/)]);
});

test('in a project with an app, a tool is a class, unless a definition is asked for', async () => {
  mkdirSync(join(cwd, 'src'));
  writeFileSync(
    join(cwd, 'src/app.ts'),
    "import { defineApp } from 'toolwright';\nexport default defineApp({});\n",
  );
  await run(create, 'tool', 'hello');
  expect(readFileSync(join(cwd, 'src/tools/hello.ts'), 'utf8')).toContain('@Tool');
  await run(create, 'tool', 'greet', '--definition');
  expect(readFileSync(join(cwd, '.toolwright/tools/greet.json'), 'utf8')).toContain('"greet"');
  await expect(run(create, 'tool', 'x', '--class', '--definition')).rejects.toThrow('choose one of them');
});
