import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** What a client got from the README's first tool. */
export interface NotesAnswers {
  readonly schema: unknown;
  readonly right: unknown;
  readonly wrong: unknown;
}

/** Starts a server, connects a real client, lists its tools, and calls `add_note` rightly and wrongly. */
export async function askNotes(command: string, args: readonly string[], cwd: string): Promise<NotesAnswers> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { ...(process.env as Record<string, string>), NO_COLOR: '1', TMPDIR: cwd };
  const transport = new StdioClientTransport({ command, args: [...args], cwd, env, stderr: 'pipe' });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    const call = (given: object) => client.callTool({ name: 'add_note', arguments: { ...given } });
    const right = await call({ name: 'milk', tags: ['home'] });
    const wrong = await call({ name: '', tags: 'home', more: 1 });
    return {
      schema: tools[0]?.inputSchema,
      right: JSON.parse((right.content as { text: string }[])[0]!.text),
      wrong: wrong.isError,
    };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${stderr}`);
  } finally {
    await client.close();
  }
}

/** What every toolchain has to make of it. */
export const NOTES_ANSWERS: NotesAnswers = {
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 50, description: 'Name of the note' },
      tags: { type: 'array', items: { type: 'string' }, description: 'Labels to file it under', default: [] },
    },
    required: ['name'],
    additionalProperties: false,
  },
  right: {
    success: true,
    value: { name: 'milk' },
    message: 'Noted.',
    instruction: 'Tell the user it is noted.',
  },
  wrong: true,
};
