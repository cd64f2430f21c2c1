import { afterEach, beforeEach, expect, test } from '@jest/globals';
import 'toolwright/testing/jest';
import { fuzz, testClient, type TestClient } from 'toolwright/testing';
import app from '../src/app.js';

let client: TestClient;
beforeEach(async () => {
  client = await testClient(app);
});
afterEach(() => client.close());

test('a note is added, and can be read', async () => {
  expect(await client.call('add_note', { name: 'milk', text: 'Buy milk' })).toBeOk({ name: 'milk' });
  expect(await client.read('note://milk')).toMatchObject([{ text: 'Buy milk' }]);
});

test('a name that is taken is refused, and nothing is overwritten', async () => {
  await client.call('add_note', { name: 'bread', text: 'Bake bread' });
  expect(await client.call('add_note', { name: 'bread', text: 'Buy bread' })).toFailWith(/already/);
  expect(await client.read('note://bread')).toMatchObject([{ text: 'Bake bread' }]);
});

test('a wrong argument is named', async () => {
  expect(await client.call('add_note', { nam: 'milk', text: 'Buy milk' })).toFailWith(/nam/);
});

test('no arguments make it crash', async () => {
  await fuzz(client, 'add_note');
});
