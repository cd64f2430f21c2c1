import { expect, test } from '@jest/globals';
import { openApp, outcomeError, outcomeValue } from 'toolwright/embed';
import app from '../src/app.js';

test('a note is added, and can be read', async () => {
  const open = await openApp(app);
  const added = await open.registry.call('add_note', { name: 'milk', text: 'Buy milk' });
  expect(outcomeValue(added)).toEqual({ name: 'milk' });
  expect(await open.resources.read('note://milk')).toMatchObject([{ text: 'Buy milk' }]);
  await open.close();
});

test('a name that is taken is refused, and nothing is overwritten', async () => {
  const open = await openApp(app);
  await open.registry.call('add_note', { name: 'bread', text: 'Bake bread' });
  const again = await open.registry.call('add_note', { name: 'bread', text: 'Buy bread' });
  expect(outcomeError(again)).toMatch(/already/);
  expect(await open.resources.read('note://bread')).toMatchObject([{ text: 'Bake bread' }]);
  await open.close();
});

test('a wrong argument is named', async () => {
  const open = await openApp(app);
  const wrong = await open.registry.call('add_note', { nam: 'milk', text: 'Buy milk' });
  expect(outcomeError(wrong)).toMatch(/nam/);
  await open.close();
});
