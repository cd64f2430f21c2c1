import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolRegistry } from '../../src/registries/tool-registry';
import { silentLogger } from '../../src/logger';
import { Audiences } from '../../src/serve/http/http-audiences';
import { HttpEndpoint } from '../../src/serve/http/http-endpoint';
import { NodeExchange } from '../../src/serve/http/node-exchange';
import type { ServerOptions } from '../../src/serve/server-options';

const MINUTE = 60_000;
const EVERYTHING = { key: '', grant: { allows: () => true }, rate: 0, prompts: true, resources: true };

/** Serves a registry on HTTP, with everything granted, so that the functional tests also run over it. */
export async function serveOverHttp(
  registry: ToolRegistry,
  options: ServerOptions,
): Promise<{ url: URL; close: () => Promise<void> }> {
  const endpoint = new HttpEndpoint(new Audiences(registry, options, () => EVERYTHING), {
    hosts: [],
    origins: [],
    proxies: [],
    resource: { issuers: [], scopes: [], required: [] },
    bodyBytes: 16 * 1024 * 1024,
    heartbeatMs: MINUTE,
    sessions: { most: 10, mostOfOne: 10, idleMs: 60 * MINUTE },
    accessLog: false,
    log: silentLogger,
  });
  const server = createServer((request, response) => endpoint.take(new NodeExchange(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    close: async () => {
      endpoint.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
