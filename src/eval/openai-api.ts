import { isObject, parsedJson } from '../base/json-value';
import type { ModelApi, ModelCall, ModelTurn } from './conversation';
import { countIn, objectsIn, textIn } from './reply-parts';

/** The chat completions of OpenAI, which many servers of models speak. */
export const openaiApi: ModelApi = {
  name: 'openai',
  path: '/chat/completions',
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  body: ({ candidate, system, ask, turns }, { model, maxOutput, temperature }) => ({
    model,
    max_tokens: maxOutput,
    ...(temperature !== undefined && { temperature }),
    tools: candidate.tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: ask },
      ...turns.flatMap(messagesOf),
    ],
  }),
  reply(body) {
    const [choice] = isObject(body) ? objectsIn(body['choices']) : [];
    const message = choice?.['message'];
    if (!isObject(body) || !isObject(message)) return undefined;
    const usage = isObject(body['usage']) ? body['usage'] : {};
    return {
      calls: objectsIn(message['tool_calls']).map(callOf),
      text: textIn(message['content']),
      refused: textIn(message['refusal']) !== '' || choice?.['finish_reason'] === 'content_filter',
      usage: { input: countIn(usage['prompt_tokens']), output: countIn(usage['completion_tokens']) },
      message,
    };
  },
};

function messagesOf({ reply, results }: ModelTurn): object[] {
  const answers = results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
  return [{ ...(reply.message as object), role: 'assistant' }, ...answers];
}

// Arguments come as JSON text, which a model may get wrong; some servers send the object itself.
function callOf({ id, function: called }: Record<string, unknown>): ModelCall {
  const { name, arguments: given } = isObject(called) ? called : {};
  const call = { id: textIn(id), name: textIn(name) };
  const args = typeof given === 'string' ? parsedJson(given.trim() === '' ? '{}' : given) : given;
  if (isObject(args)) return { ...call, args };
  return {
    ...call,
    args: undefined,
    malformed: typeof given === 'string' ? given : (JSON.stringify(given) ?? ''),
  };
}
