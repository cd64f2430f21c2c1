import type { Awaitable } from '../base/awaitable';
import { aFunction, type OptionKinds } from '../base/option-kind';
import { waitUntil } from '../base/wait-until';
import { LAST_ANSWERS_MS } from '../calls/server-ending';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import type { OpenApp } from './open-loaded-app';
import { principalIn } from './principal-in';
import { refuseUnopened } from './refuse-non-app';

/** Options for a handler in a server of your own. */
export interface HttpHandlerOptions {
  /**
   * Names the caller that your server has authenticated, from the request as your server has it; undefined or null
   * refuses the request, and so does anything else that is no principal. It takes the place of `http.tokens` and `http.jwt`.
   */
  readonly principal?: (
    request: object,
  ) => Awaitable<{ id: string; scopes?: readonly string[] | null } | undefined | null>;
}

const HANDLER_OPTIONS: OptionKinds<HttpHandlerOptions> = { principal: aFunction };

const NAMES_CALLERS =
  'Pass `principal` to createHttpHandler, or set http.tokens or http.jwt.issuer (docs/http.md).';

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
  options: HttpHandlerOptions = {},
): Promise<HttpHandler> {
  refuseUnopened(open, 'createHttpHandler');
  refuseWrongOptions('createHttpHandler', options, HANDLER_OPTIONS);
  const { principal } = options;
  const [
    { Audiences },
    { HttpEndpoint },
    { NodeExchange },
    { FetchExchange },
    access,
    wiring,
    grants,
    connection,
    { sayingLeftOut },
  ] = await Promise.all([
    import('../serve/http/http-audiences.js'),
    import('../serve/http/http-endpoint.js'),
    import('../serve/http/node-exchange.js'),
    import('../serve/http/fetch-exchange.js'),
    import('./wiring/refuse-unheld-access.js'),
    import('./wiring/make-http-options.js'),
    import('./wiring/make-grants.js'),
    import('./wiring/make-connection-options.js'),
    import('./with-left-out.js'),
  ]);
  const { config, registry, setup } = open;
  const { drain } = config.http;
  const endpointOptions = (): ReturnType<typeof wiring.endpointOptions> => {
    if (!principal) access.refuseUnheldAccess(setup, NAMES_CALLERS);
    return wiring.endpointOptions(setup);
  };
  const { path, ...guards } = await sayingLeftOut(setup, endpointOptions);
  void path;
  const audiences = new Audiences(registry, connection.serverOptionsOf(open), grants.makeGrants(setup));
  const endpoint = new HttpEndpoint(audiences, {
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
