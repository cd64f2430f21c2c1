import { Audiences } from '../serve/http/http-audiences';
import { HttpEndpoint } from '../serve/http/http-endpoint';
import type { HttpServer } from '../serve/http/http-server';
import { listenHttp } from '../serve/http/listen-http';
import type { App } from './app';
import { TimelyEnd } from './end-in-time';
import { httpBanner } from './http-banner';
import { openForServer, type OpenedServer } from './open-app-for-server';
import { serverOptionsOf } from './wiring/make-connection-options';
import { idleOnHttp, warnOfSettings } from './wiring/find-idle-settings';
import { makeGrants } from './wiring/make-grants';
import { endpointOptions, listenOptions, listenProblem } from './wiring/make-http-options';
import type { World } from './world';

/**
 * Serves an app on HTTP until a signal arrives: then it takes no new connections, answers what it accepted, runs the
 * close hooks and ends.
 */
export async function runHttp(app: App, world: World): Promise<HttpServer> {
  return runOpened(await openForServer(app, world), world);
}

/** The same for an app that is already open. */
export async function runOpened(opened: OpenedServer, world: World): Promise<HttpServer> {
  const { open, logging } = opened;
  const { setup } = open;
  let listening: HttpServer;
  try {
    const audiences = new Audiences(open.registry, serverOptionsOf(open), makeGrants(setup));
    const metrics =
      open.config.http.metrics === 'off'
        ? undefined
        : (await import('./wiring/start-metrics.js')).startMetrics(setup);
    const traced = open.registry.observers.any;
    const endpoint = new HttpEndpoint(audiences, { ...endpointOptions(setup), traced, metrics });
    listening = await listenHttp(endpoint, listenOptions(setup));
  } catch (error) {
    await open.close();
    await logging.close();
    const { withLeftOut } = await import('./with-left-out.js');
    throw await withLeftOut(listenProblem(setup, error), setup, world);
  }
  warnOfSettings(setup.log, idleOnHttp(setup));
  const { leave, drain } = open.config.http;
  const end = new TimelyEnd({ opened, workMs: (leave + drain) * 1000, stderr: world.stderr });
  const close = (): Promise<void> => {
    end.noticed();
    return listening.close();
  };
  const server = { ...listening, close };
  const ended = end.attach(server);
  world.stderr(httpBanner(open, listening.url));
  return { ...server, ended };
}
