import { completionsUrl, type ChatFailure } from '../../ai/chat-completions';
import type { SettledLivelog } from './settled-livelog';

/** Explains why the model gave no verdict: the address, its error, and what to check. */
export function chatFailureText(failure: ChatFailure, livelog: SettledLivelog, hasKey: boolean): string {
  const { llm_provider: provider, llm_timeout_seconds: seconds } = livelog;
  const address = completionsUrl(provider.base_url);
  const where = `The model server at ${address.origin}${address.pathname}`;
  const said = failure.detail ? ` (${failure.detail})` : '';
  switch (failure.kind) {
    case 'unreachable':
      return `${where} cannot be reached${said}: check base_url, and that the server is running`;
    case 'timeout':
      return `${where} did not respond within ${seconds} s: raise llm_timeout_seconds, lower chunk_max_lines, or use a faster model`;
    case 'redirect':
      return `${where} redirected (${failure.status}) to ${failure.detail}, which is not followed, to protect the key: put the right address in base_url`;
    case 'no_json':
      return `${where} did not return JSON (${failure.detail}): check base_url; for most servers it ends in /v1`;
    case 'no_answer':
      return `${where} returned no message from the model${said}: check that base_url is an OpenAI-compatible API`;
    case 'status':
      return `${where} returned ${statusText(failure, provider.model, hasKey)}`;
  }
}

/** The same for an empty answer. */
export function emptyAnswerText(livelog: SettledLivelog): string {
  return `The model ${livelog.llm_provider.model} gave an empty answer: lower chunk_max_lines, or use another model`;
}

// A server's message about a wrong key may contain part of it, so it is omitted.
function statusText({ status, detail }: ChatFailure, model: string, hasKey: boolean): string {
  const said = detail ? ` (${detail})` : '';
  if (status === 401 || status === 403)
    return hasKey
      ? `${status}: the api_key was rejected; check that it is correct and may use the model ${model}`
      : `${status}: an API key is required; add "api_key": "\${NAME}" to llm_provider and set NAME in the server's environment`;
  if (status === 404)
    return `404${said}: check base_url (for most servers it ends in /v1) and the model ${model}`;
  if (status === 429)
    return `429${said}: too many requests, or the account's quota is used up; raise chunk_max_seconds`;
  if (status !== undefined && status >= 500) return `${status}${said}: check the log of that server`;
  return `${status}${said}: check the model ${model} and what the server supports`;
}
