import { areaOf, limitedRegistry } from '../../examples/embedded/embedded';
import { Greet } from '../../examples/hello/server';
import { AddNote, DeleteNote, ListNotes } from '../../examples/notes/server';
import { ToolRegistry } from '../../src/embed';
import { connect, jsonOf, textOf } from '../support/connect';

test('hello greets', async () => {
  const { client, close } = await connect(new ToolRegistry([Greet], { prefix: '' }));
  expect(textOf(await client.callTool({ name: 'greet', arguments: { name: 'Ada', loud: true } }))).toBe(
    'HELLO, ADA!',
  );
  await close();
});

test('notes are kept in one store, and deleted only on the user’s word', async () => {
  const { client, close } = await connect(new ToolRegistry([AddNote, ListNotes, DeleteNote], { prefix: '' }));
  const add = () => client.callTool({ name: 'add_note', arguments: { name: 'groceries', text: 'Milk' } });
  expect(jsonOf(await add())).toMatchObject({ success: true });
  expect(jsonOf(await add())).toMatchObject({
    error_type: 'already_exists',
    instruction: 'Ask the user for another name.',
  });
  expect(
    jsonOf(await client.callTool({ name: 'delete_note', arguments: { name: 'groceries' } })),
  ).toMatchObject({ success: false });
  expect(jsonOf(await client.callTool({ name: 'list_notes' }))).toEqual({
    success: true,
    value: [{ name: 'groceries', text: 'Milk' }],
  });
  await client.callTool({
    name: 'delete_note',
    arguments: { name: 'groceries', explicit_action: 'DELETE_NOTE' },
  });
  expect(jsonOf(await client.callTool({ name: 'list_notes' }))).toEqual({ success: true, value: [] });
  await close();
});

test('embedded computes, validates and is limited', async () => {
  const registry = limitedRegistry(2);
  expect(await areaOf(registry, 3, 4)).toBe('12 m²');
  expect(await areaOf(registry, -1, 4)).toContain('width must be at least 0');
  expect(await areaOf(registry, 3, 4)).toBe('More than 2 calls');
});
