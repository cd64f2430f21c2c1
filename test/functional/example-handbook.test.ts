import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { handbookServer } from '../../examples/handbook/server';
import { connect } from '../support/connect';
import { ListChanged } from '../support/notifications';
import { temporaryDirectory } from '../support/temporary-directory';

test('handbook: a prompt, its pages as resources, and a tool behind a flag', async () => {
  const directory = temporaryDirectory('toolwright-handbook');
  const { registry, parts, ready, stop } = handbookServer(directory);
  await ready;
  const { client, close } = await connect(registry, { parts });
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
    'handbook://holidays',
    'handbook://expenses',
  ]);
  const { messages } = await client.getPrompt({
    name: 'ask',
    arguments: { page: 'expenses', question: 'A bus ticket?' },
  });
  expect((messages[0]!.content as { text: string }).text).toMatch(/Keep the receipt[\s\S]*A bus ticket/);
  expect((await client.listTools()).tools).toEqual([]);
  const changed = new ListChanged(client, 'tools');
  writeFileSync(join(directory, 'config.yaml'), 'feature_flags: { handbook-editing: true }\n');
  await changed.next();
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['list_pages']);
  stop();
  await close();
});
