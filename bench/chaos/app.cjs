'use strict';
// The app of the chaos run: one tool of each kind. Each writes a line when it begins and when it ends, so that nothing is done in secret.
const { appendFileSync } = require('node:fs');
const { setTimeout: delay } = require('node:timers/promises');
const { defineApp, defineTool } = require('../../dist/index.js');

const note = (word, key) => appendFileSync(process.env.CHAOS_JOURNAL, `${word} ${key} ${process.pid}\n`);
const inputSchema = {
  type: 'object',
  required: ['key'],
  properties: {
    key: { type: 'string', description: 'Names the call' },
    ms: { type: 'number', description: 'How long it takes' },
  },
};
const tool = (name, work, again = false) =>
  defineTool({
    name,
    description: `Works in the way of ${name}.`,
    inputSchema,
    synchronous: false,
    annotations: { idempotentHint: again, readOnlyHint: false },
    async run(args, context) {
      note('begin', args.key);
      const value = await work(args, context);
      note('end', args.key);
      return value;
    },
  });

const slow = async ({ key, ms = 400 }, { signal, progress }) => {
  for (let done = 0; done < 4; done++) {
    progress({ progress: done, total: 4 });
    await delay(ms / 4, undefined, { signal });
  }
  return { answer: `slow ${key}` };
};

module.exports = defineApp({
  name: 'chaos',
  tools: [
    tool('quick', ({ key }) => ({ answer: `quick ${key}` }), true),
    tool('slow_again', slow, true),
    tool('slow_once', slow),
    tool(
      'failing',
      ({ key }) => {
        throw new Error(`failing ${key}`);
      },
      true,
    ),
    tool('big', ({ key }) => ({ answer: `big ${key}`, filler: 'x'.repeat(60_000) }), true),
    tool(
      'asking',
      async ({ key }, { session }) => {
        const { content } = await session.ask({
          message: `What is the word of ${key}?`,
          schema: { type: 'object', required: ['word'], properties: { word: { type: 'string' } } },
        });
        return { answer: `asking ${key} ${content.word}` };
      },
      true,
    ),
  ],
});
