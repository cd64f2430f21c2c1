import { version } from '../app/package-version';
import { isObject } from '../base/json-value';
import { errorReply, greetingReply, resultReply } from '../serve/legacy/legacy-replies';
import { isModern } from '../serve/modern/protocol-era';
import type { Last } from '../serve/method';
import type { WireMessage } from './version-messages';

const INTERNAL_ERROR = -32603;
const LONGEST_REASON = 2_000;

// Whatever the app will have: a client that was told less would not ask for it later.
const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  logging: {},
  completions: {},
};

// What a client may ask for before it learns that there is something.
const EMPTY: Readonly<Record<string, object>> = {
  ping: {},
  'logging/setLevel': {},
  'resources/subscribe': {},
  'resources/unsubscribe': {},
  'tools/list': { tools: [] },
  'prompts/list': { prompts: [] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
};

/**
 * Returns the reply to a request while no version of the app can be opened: a client that connects gets a connection without
 * tools, which are announced as soon as there is a version, and learns the reason from whatever else it asks.
 */
export function answerWithoutVersion(message: WireMessage, reason: string): { json: string; last: Last } {
  const { id, method } = message as { id: string; method: string };
  const text = `Nothing is served yet. ${shortened(reason)}\nOnce that is corrected and saved, the lists change.`;
  if (!isModern(message)) {
    if (method === 'initialize') return { json: greeting(id, message, text), last: {} };
    if (Object.hasOwn(EMPTY, method)) return { json: resultReply(id, EMPTY[method]!), last: {} };
  }
  return { json: errorReply(id, INTERNAL_ERROR, text), last: { code: INTERNAL_ERROR } };
}

function greeting(id: string, { params }: WireMessage, instructions: string): string {
  const wanted = isObject(params) ? String(params['protocolVersion']) : '';
  return greetingReply(id, wanted, {
    capabilities: CAPABILITIES,
    serverInfo: { name: 'toolwright-dev', version: version() },
    instructions,
  });
}

function shortened(reason: string): string {
  return reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON - 1)}…` : reason;
}
