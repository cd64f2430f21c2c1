import { defineTool } from '../../src/index';
import { testClient } from '../../src/testing/index';

const book = defineTool({
  name: 'book',
  description: 'Book a room.',
  inputSchema: { type: 'object', properties: {} },
  async run(_args, { session }) {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        breakfast: { type: 'boolean', default: true },
        nights: { type: 'integer', default: 1 },
        wishes: { type: 'string' },
      },
      required: ['name', 'nights'],
    };
    return { ...(await session!.ask!({ message: 'Which room?', schema })) };
  },
});

describe.each(['legacy', 'modern'] as const)('with a client of the %s era', (era) => {
  const answerTo = async (user: () => boolean | Record<string, unknown>): Promise<unknown> => {
    const client = await testClient(book, { user, era });
    const { value } = await client.call('book');
    await client.close();
    return value;
  };

  test('what the user left out has its default, which required members may have too', async () => {
    expect(await answerTo(() => ({ name: 'Ada' }))).toEqual({
      action: 'accept',
      content: { name: 'Ada', breakfast: true, nights: 1 },
    });
  });

  test('what the user said is not replaced', async () => {
    expect(await answerTo(() => ({ name: 'Ada', breakfast: false, nights: 0 }))).toMatchObject({
      content: { breakfast: false, nights: 0 },
    });
  });

  test('an answer that declines has no content', async () => {
    expect(await answerTo(() => false)).toEqual({ action: 'decline' });
  });
});
