import { isObject } from '../base/json-value';
import type { ModelApi, ModelCall, ModelTurn } from './conversation';
import { countIn, objectsIn, textIn } from './reply-parts';

/** The Messages API of Anthropic. */
export const anthropicApi: ModelApi = {
  name: 'anthropic',
  path: '/v1/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) }),
  body: ({ candidate, system, ask, turns }, { model, maxOutput, temperature }) => ({
    model,
    max_tokens: maxOutput,
    ...(temperature !== undefined && { temperature }),
    ...(system !== '' && { system }),
    tools: candidate.tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    })),
    messages: [{ role: 'user', content: ask }, ...turns.flatMap(messagesOf)],
  }),
  reply(body) {
    if (!isObject(body) || !Array.isArray(body['content'])) return undefined;
    const blocks = objectsIn(body['content']);
    return {
      calls: blocks.filter(({ type }) => type === 'tool_use').map(callOf),
      text: blocks
        .filter(({ type }) => type === 'text')
        .map(({ text }) => textIn(text))
        .join(''),
      refused: body['stop_reason'] === 'refusal',
      usage: usageIn(body['usage']),
      message: body['content'],
    };
  },
};

function messagesOf({ reply, results }: ModelTurn): object[] {
  const content = results.map(({ id, text, isError }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: text,
    ...(isError && { is_error: true }),
  }));
  return [
    { role: 'assistant', content: reply.message },
    { role: 'user', content },
  ];
}

function callOf({ id, name, input }: Record<string, unknown>): ModelCall {
  const call = { id: textIn(id), name: textIn(name) };
  return isObject(input)
    ? { ...call, args: input }
    : { ...call, args: undefined, malformed: JSON.stringify(input) ?? '' };
}

// What a cache holds is billed at other prices, but it is read all the same.
function usageIn(usage: unknown): { input: number; output: number } {
  const counts = isObject(usage) ? usage : {};
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  return {
    input: input.reduce((sum, key) => sum + countIn(counts[key]), 0),
    output: countIn(counts['output_tokens']),
  };
}
