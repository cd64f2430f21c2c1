import { Audiences } from '../serve/http/http-audiences';
import { HttpEndpoint } from '../serve/http/http-endpoint';
import type { HttpServer } from '../serve/http/http-server';
import { listenHttp } from '../serve/http/listen-http';
import type { App } from './app';
import { endOnSignals } from './end-on-signals';
import { httpBanner } from './http-banner';
import { openForServer, type OpenedServer } from './open-app-for-server';
import { serverOptionsOf } from './wiring/make-connection-options';
import { makeGrants } from './wiring/make-grants';
import { endpointOptions, listenOptions, listenProblem } from './wiring/make-http-options';
import type { World } from './world';

// How long closing may take beyond the grace period of running work before the process exits anyway.
const CLOSING_MS = 1500;

/**
 * Serves an app on HTTP until a signal arrives: then it takes no new connections, answers what it accepted, runs the
 * close hooks and ends.
 */
export async function runHttp(app: App, world: World): Promise<HttpServer> {
  return runOpened(await openForServer(app, world), world);
}

/** The same for an app that is already open. */
export async function runOpened({ open, logging }: OpenedServer, world: World): Promise<HttpServer> {
  const { config, setup } = open;
  const finish = async (): Promise<void> => {
    await open.close();
    await logging.close();
  };
  let server: HttpServer;
  try {
    const audiences = new Audiences(open.registry, serverOptionsOf(open), makeGrants(setup));
    server = await listenHttp(new HttpEndpoint(audiences, endpointOptions(setup)), listenOptions(setup));
  } catch (error) {
    await finish();
    throw listenProblem(setup, error);
  }
  world.stderr(httpBanner(open, server.url));
  const leaveSignals = endOnSignals(server);
  const ended = server.ended.then(async () => {
    const graceMs = config.operations.grace * 1000;
    const patience = setTimeout(() => process.exit(), graceMs + CLOSING_MS).unref();
    await finish();
    clearTimeout(patience);
    leaveSignals();
  });
  return { ...server, ended };
}
