import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { handbook } from '../../examples/handbook/server';
import { openApp } from '../../src/embed';
import { serverOptionsOf } from '../../src/app/wiring/make-connection-options';
import { connect } from '../support/connect';
import { ListChanged } from '../support/notifications';
import { temporaryDirectory } from '../support/temporary-directory';

test('handbook: a prompt, its pages as resources, and a tool behind a flag', async () => {
  const directory = temporaryDirectory('toolwright-handbook');
  const env = { HANDBOOK_GREETING: 'By the book:' };
  const open = await openApp(handbook(directory), { cwd: directory, env });
  const { client, close } = await connect(open.registry, serverOptionsOf(open));
  const tools = async () => (await client.listTools()).tools.map(({ name }) => name);
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining(['handbook://holidays', 'handbook://expenses']),
  );
  const { messages } = await client.getPrompt({
    name: 'ask',
    arguments: { page: 'expenses', question: 'A bus ticket?' },
  });
  expect((messages[0]!.content as { text: string }).text).toMatch(
    /^By the book:[\s\S]*Keep the receipt[\s\S]*A bus ticket/,
  );
  expect(await tools()).not.toContain('list_pages');
  const changed = new ListChanged(client, 'tools');
  writeFileSync(join(directory, 'config.yaml'), 'feature_flags: { handbook-editing: true }\n');
  await changed.next();
  expect(await tools()).toContain('list_pages');
  await close();
  await open.close();
});
