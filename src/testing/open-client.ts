import { openApp, type EmbedOptions } from '../app/open-embedded-app';
import { serverOptionsOf } from '../app/wiring/make-connection-options';
import { defineApp, isApp, type App } from '../app/app';
import { ToolRegistry } from '../registries/tool-registry';
import type { ToolSource } from '../registries/tool-source';
import { MethodTable } from '../serve/method-table';

import { TestClient, type ClientChoices } from './test-client';

/** How an app is opened for a test, and what its client can do. */
export interface TestOptions extends EmbedOptions, ClientChoices {}

/**
 * Opens an app, a registry or just tools with a client in memory. The environment of the process is not read unless it
 * is handed in as `env`, so that a test does the same on every machine.
 */
export async function testClient(
  source: App | ToolRegistry | ToolSource,
  options: TestOptions = {},
): Promise<TestClient> {
  if (source instanceof ToolRegistry) return new TestClient(new MethodTable(source), options).connect();
  const app = isApp(source) ? source : defineApp({ name: 'test', version: '0.0.0', tools: source });
  const open = await openApp(app, { env: {}, ...options });
  return new TestClient(new MethodTable(open.registry, serverOptionsOf(open)), options, open).connect();
}
