import { exceptionMessage } from '../base/exception';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, parsedJson } from '../base/json-value';
import { PageMistake, type Inspector } from './inspector';
import type { PageEvent } from './inspect-wire';

type Body = Readonly<Record<string, unknown>>;

// Room for files that are sent as arguments.
const MOST_BYTES = 64 * 1024 * 1024;

const ACTIONS: Readonly<Record<string, (inspector: Inspector, body: Body) => unknown>> = {
  '/call': (inspector, body) => ({ id: inspector.begin(text(body, 'tool'), object(body, 'args')) }),
  '/replay': (inspector, body) => ({ id: inspector.replay(number(body, 'id')) }),
  '/cancel': (inspector, body) => inspector.cancel(number(body, 'id')),
  '/answer': (inspector, body) =>
    inspector.answer({
      id: number(body, 'id'),
      number: number(body, 'number'),
      action: oneOf(body, 'action', ['accept', 'decline', 'cancel']),
      ...(body['content'] !== undefined && { content: object(body, 'content') }),
    }),
  '/explain': (inspector, body) => inspector.explain(text(body, 'tool'), object(body, 'args')),
  '/prompt': (inspector, body) =>
    inspector.prompt(text(body, 'name'), object(body, 'args') as Record<string, string>),
  '/read': (inspector, body) => inspector.read(text(body, 'uri')),
  '/restart': (inspector) => inspector.restart(),
  '/save': (inspector, body) =>
    inspector.saved(numbers(body, 'ids'), oneOf(body, 'runner', ['jest', 'vitest', 'node'])),
};

/** Answers what the page asks: what is offered, what happens, and each of its actions. */
export async function answerRequest(
  inspector: Inspector,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  try {
    if (path === '/events' && request.method === 'GET') return follow(inspector, request, response);
    if (path === '/catalogue' && request.method === 'GET')
      return json(response, 200, await inspector.catalogue());
    const action = Object.hasOwn(ACTIONS, path) ? ACTIONS[path] : undefined;
    if (!action) return json(response, 404, { problem: `There is nothing at ${path}.` });
    if (request.method !== 'POST') return json(response, 405, { problem: `${path} takes POST.` });
    json(response, 200, (await action(inspector, await bodyOf(request))) ?? {});
  } catch (error) {
    // What a server answers to a prompt or a resource is its own mistake, and shown as such.
    const problem = exceptionMessage(error);
    json(response, error instanceof PageMistake ? 400 : 502, { problem });
  }
}

function follow(inspector: Inspector, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: PageEvent): void => void response.write(`data: ${JSON.stringify(event)}\n\n`);
  const leave = inspector.feed.subscribe(send);
  request.once('close', leave);
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new PageMistake('Send JSON, as application/json.');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new PageMistake(`A request may have ${MOST_BYTES} bytes at most.`);
    parts.push(part);
  }
  const body = parsedJson(Buffer.concat(parts).toString());
  if (!isObject(body)) throw new PageMistake('Send a JSON object.');
  return body;
}

function text(body: Body, key: string): string {
  const value = body[key];
  if (typeof value !== 'string') throw new PageMistake(`${key} must be a text.`);
  return value;
}

function number(body: Body, key: string): number {
  const value = body[key];
  if (typeof value !== 'number') throw new PageMistake(`${key} must be a number.`);
  return value;
}

function numbers(body: Body, key: string): number[] {
  const value = body[key];
  if (!Array.isArray(value) || !value.length || !value.every((each) => typeof each === 'number'))
    throw new PageMistake(`${key} must be a list of numbers.`);
  return value;
}

function object(body: Body, key: string): Record<string, unknown> {
  const value = body[key];
  if (!isObject(value)) throw new PageMistake(`${key} must be an object.`);
  return value;
}

function oneOf<const T extends string>(body: Body, key: string, allowed: readonly T[]): T {
  const value = allowed.find((each) => each === body[key]);
  if (value === undefined) throw new PageMistake(`${key} must be one of ${allowed.join(', ')}.`);
  return value;
}
