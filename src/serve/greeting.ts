import type { ServerOptions } from './server-options';

/** What a server says about itself in reply to `initialize`. */
export interface Greeting {
  serverInfo: { name: string; version: string };
  capabilities: Record<string, unknown>;
  instructions?: string;
}

/** Builds the greeting from a server's options; the same in both lanes. */
export function greetingOf({ name, version, instructions, parts = [], tasks }: ServerOptions): Greeting {
  const capabilities: Record<string, unknown> = { tools: { listChanged: true }, logging: {} };
  for (const part of parts) Object.assign(capabilities, part.capabilities);
  if (tasks) capabilities['tasks'] = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
  return {
    serverInfo: { name: name ?? 'toolwright', version: version ?? '0.0.0' },
    capabilities,
    ...(instructions && { instructions }),
  };
}
