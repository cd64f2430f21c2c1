import type { Awaitable } from '../base/awaitable';
import { waitUntil } from '../base/wait-until';
import { LAST_ANSWERS_MS } from '../calls/server-ending';
import type { AuthRefusal, Principal } from '../serve/http/auth/principal';
import type { OpenApp } from './open-loaded-app';

/** Options for a handler in a server of your own. */
export interface HttpHandlerOptions {
  /**
   * Names the caller that your server has authenticated, from the request as your server has it; undefined refuses the
   * request. It takes the place of `http.tokens` and `http.jwt`.
   */
  readonly principal?: (request: object) => Awaitable<{ id: string; scopes?: readonly string[] } | undefined>;
}

/** An app as a handler to mount in a server of your own. */
export interface HttpHandler {
  /** For Node's server, Express and others with `(request, response)`. */
  readonly node: (request: object, response: object) => void;
  /** For Hono, Fetch-style servers and others with `(Request) => Promise<Response>`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends streams, and waits for what is being answered; close the app after it. */
  close(): Promise<void>;
}

/**
 * Creates a handler for an open app, with the settings under `http` except those for listening. It answers on every
 * path that you mount it on.
 */
export async function createHttpHandler(
  open: OpenApp,
  { principal }: HttpHandlerOptions = {},
): Promise<HttpHandler> {
  const [{ Audiences }, { HttpEndpoint }, { NodeExchange }, { FetchExchange }, wiring, grants, connection] =
    await Promise.all([
      import('../serve/http/http-audiences.js'),
      import('../serve/http/http-endpoint.js'),
      import('../serve/http/node-exchange.js'),
      import('../serve/http/fetch-exchange.js'),
      import('./wiring/make-http-options.js'),
      import('./wiring/make-grants.js'),
      import('./wiring/make-connection-options.js'),
    ]);
  const { config, registry, setup } = open;
  const { drain } = config.http;
  const options = connection.serverOptionsOf(open);
  const { path, ...guards } = wiring.endpointOptions(setup);
  void path;
  const endpoint = new HttpEndpoint(new Audiences(registry, options, grants.makeGrants(setup)), {
    ...guards,
    traced: registry.observers.any,
    ...(principal && { authenticate: async ({ source }) => principalIn(await principal(source)) }),
  });
  return {
    node: (request, response) => endpoint.take(new NodeExchange(request as never, response as never)),
    fetch: (request) => {
      const exchange = new FetchExchange(request);
      endpoint.take(exchange);
      return exchange.answer;
    },
    async close() {
      endpoint.drain();
      const answered = (): boolean => endpoint.active === 0;
      await waitUntil(answered, drain * 1000);
      if (!answered()) endpoint.hurry();
      await waitUntil(answered, LAST_ANSWERS_MS);
      endpoint.close();
    },
  };
}

function principalIn(found: { id: string; scopes?: readonly string[] } | undefined): Principal | AuthRefusal {
  if (!found) return { status: 401, reason: 'Nobody is authenticated' };
  return { id: found.id, scopes: found.scopes ?? [] };
}
