import { completionsUrl, type ChatFailure } from '../../ai/chat-completions';
import type { SettledLivelog } from './settled-livelog';

/** Why the model gave no verdict, for whoever keeps the definition: which address, what it said, what to check. */
export function chatFailureText(failure: ChatFailure, livelog: SettledLivelog, hasKey: boolean): string {
  const { llm_provider: provider, llm_timeout_seconds: seconds } = livelog;
  const address = completionsUrl(provider.base_url);
  const where = `The model server at ${address.origin}${address.pathname}`;
  const said = failure.detail ? ` (${failure.detail})` : '';
  switch (failure.kind) {
    case 'unreachable':
      return `${where} can't be reached${said}: check that it runs, and base_url`;
    case 'timeout':
      return `${where} gave no answer within ${seconds} s: raise llm_timeout_seconds, lower chunk_max_lines, or take a faster model`;
    case 'redirect':
      return `${where} answered ${failure.status} and points to ${failure.detail}, which is not followed, so that the key goes nowhere else: put the right address in base_url`;
    case 'no_json':
      return `${where} answered with something that is no JSON (${failure.detail}): check base_url; for most servers it ends in /v1`;
    case 'no_answer':
      return `${where} answered without a message of the model${said}: check that base_url is an OpenAI-compatible API`;
    case 'status':
      return `${where} answered ${statusText(failure, provider.model, hasKey)}`;
  }
}

/** The same for an answer that says nothing. */
export function emptyAnswerText(livelog: SettledLivelog): string {
  return `The model ${livelog.llm_provider.model} gave an empty answer: lower chunk_max_lines, or take another model`;
}

// What a server says to a wrong key may hold a part of it, so there its words are left out.
function statusText({ status, detail }: ChatFailure, model: string, hasKey: boolean): string {
  const said = detail ? ` (${detail})` : '';
  if (status === 401 || status === 403)
    return hasKey
      ? `${status}: it does not accept the api_key; check that it is right and may use the model ${model}`
      : `${status}: it wants a key; add "api_key": "\${NAME}" to llm_provider and set NAME in the server's environment`;
  if (status === 404)
    return `404${said}: check base_url (for most servers it ends in /v1) and the model ${model}`;
  if (status === 429)
    return `429${said}: it is asked too often, or the account is used up; raise chunk_max_seconds`;
  if (status !== undefined && status >= 500) return `${status}${said}: look at the server's own log`;
  return `${status}${said}: check the model ${model} and what the server supports`;
}
