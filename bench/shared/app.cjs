'use strict';
// The app of the runs with several servers: every effect is one line in the file LEDGER, so that doubled and lost ones can be counted.
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { defineApp, defineTool } = require(join(__dirname, '..', '..', 'dist', 'index.js'));

const schema = (...names) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
  additionalProperties: false,
});
const note = (line) => appendFileSync(process.env.LEDGER, `${line}\n`);
const pause = () => sleep(Math.random() * 60);

const pay = defineTool({
  name: 'pay',
  description: 'Pay once: waits, pays, waits.',
  inputSchema: schema('id'),
  run: async ({ id }) => {
    note(`begun ${id}`);
    await pause();
    note(`pay ${id}`);
    await pause();
    note(`ended ${id}`);
    return `paid ${id}`;
  },
});

const book = defineTool({
  name: 'book',
  description: 'Book in three steps with two questions between them.',
  inputSchema: schema('id'),
  run: async ({ id }, context) => {
    const step = (name) =>
      context.once(name, async () => {
        await sleep(Math.random() * 20);
        note(`${name} ${id}`);
        return true;
      });
    const ask = (key) => context.session.ask({ message: `${key} ${id}?`, key });
    await step('hold');
    const room = await ask('room');
    await step('charge');
    const sure = await ask('sure');
    await step('confirm');
    return `booked ${id} ${room.action} ${sure.action}`;
  },
});

const drop = defineTool({
  name: 'drop',
  description: 'Drop something.',
  inputSchema: schema('id'),
  annotations: { destructiveHint: true },
  run: async ({ id }) => {
    note(`drop ${id}`);
    return `dropped ${id}`;
  },
});

const fast = defineTool({
  name: 'fast',
  description: 'Answer at once.',
  inputSchema: schema('id'),
  run: ({ id }) => `fast ${id}`,
});

const later = defineTool({
  name: 'later',
  description: 'Answer in the background.',
  inputSchema: schema('id'),
  synchronous: false,
  run: async ({ id }) => {
    await sleep(5);
    return `later ${id}`;
  },
});

const slow = defineTool({
  name: 'slow',
  description: 'Answer after two seconds.',
  inputSchema: schema('id'),
  run: async ({ id }) => {
    await sleep(2_000);
    return `slow ${id}`;
  },
});

const busy = defineTool({
  name: 'busy',
  description: 'Compute for five milliseconds.',
  inputSchema: schema('id'),
  run: ({ id }) => {
    const end = performance.now() + 5;
    while (performance.now() < end);
    return `busy ${id}`;
  },
});

module.exports = defineApp({
  name: 'shared-bench',
  version: '1.0.0',
  tools: [pay, book, drop, fast, later, slow, busy],
});
