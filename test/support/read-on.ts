import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

/** The budget of an answer that the shipped server has by default. */
export const BUDGET = 12_000;

type Args = Record<string, unknown>;

/** Calls a tool; returns its text blocks, which together must be within the budget. */
export async function answerOf(client: Client, name: string, args: Args): Promise<string[]> {
  const reply = (await client.callTool({ name, arguments: args })) as {
    content: { text?: string }[];
    structuredContent?: unknown;
  };
  expect(reply.structuredContent).toBeUndefined();
  const blocks = reply.content.map((block) => block.text ?? '');
  const cost = blocks.reduce((sum, text) => sum + encode(text, { disallowedSpecial: new Set() }).length, 0);
  expect({ name, cost: Math.max(cost, BUDGET) }).toEqual({ name, cost: BUDGET });
  return blocks;
}

/** Reads on by whatever the note at the end of each answer says, until it says nothing more or there were enough. */
export async function readOn(client: Client, name: string, args: Args, most = Infinity): Promise<string[]> {
  const shown: string[] = [];
  let tool = name;
  let asked = args;
  for (let count = 0; count < most; count++) {
    const blocks = await answerOf(client, tool, asked);
    const note = blocks.length > 1 ? blocks.at(-1)! : '';
    shown.push(blocks[0]!);
    const kept = /read_result (\{[^}]*\})/.exec(note);
    const next = /ontinue with (start_byte|offset|start_index) (\d+)/.exec(note);
    const after = /ontinue with after: ("[^"]*")/.exec(note);
    if (kept) {
      tool = 'read_result';
      asked = JSON.parse(kept[1]!) as Args;
    } else if (next) asked = { ...asked, [next[1]!]: Number(next[2]) };
    else if (after) asked = { ...asked, after: JSON.parse(after[1]!) as string };
    else return shown;
  }
  return shown;
}
