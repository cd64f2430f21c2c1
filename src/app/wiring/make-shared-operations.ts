import { hostname } from 'node:os';
import { crypto } from '../../base/crypto';
import { digestOf } from '../../base/json-digest';
import type { CallerData } from '../../calls/background';
import { operationSession } from '../../calls/background';
import type { Config } from '../../config';
import type { CallsElsewhere } from '../../operations/background-operations';
import { executeThrough } from '../../operations/execute-operation';
import { QuestionRelay } from '../../operations/shared/relay-questions';
import { SharedEngine } from '../../operations/shared/shared-engine';
import type { Rules } from '../../operations/shared/shared-record';
import { SharedWorker } from '../../operations/shared/shared-worker';
import { RedisConnection } from '../../redis/redis-connection';
import type { Grant, Session } from '../../tool-context';
import { mayRunAgain } from '../../tool/may-run-again';
import type { Setup } from '../pack';
import { configInForce } from './config-in-force';
import { distantCallers } from './make-distant-callers';

/** Operations in a Redis that several processes share, and what this one does for its clients. */
export interface SharedOperations {
  readonly engine: SharedEngine;
  readonly elsewhere?: CallsElsewhere;
}

/** Makes the engine of a server whose operations are run by workers. */
export function makeShared(setup: Setup): SharedOperations {
  const engine = new SharedEngine(sharedOptions(setup));
  const { relay } = new QuestionRelay(engine);
  return { engine, elsewhere: { relay, describe: (session) => describeCaller(setup, session) } };
}

/** Looks whether what shared operations need is installed, and begins to work if this server does. */
export async function startShared(setup: Setup): Promise<void> {
  (await import('../../redis/load-redis.js')).refuseMissing();
  const { work, grace } = setup.config.operations;
  if (!work || !setup.serves) return;
  const worker = makeWorker(setup);
  setup.onWorkEnd(() => worker.close(grace * 1000));
}

/** Makes a worker, which takes operations from the queue at once. */
export function makeWorker(setup: Setup): SharedWorker {
  const { config, log, registry } = setup;
  const { maxRunning, maxPerTool, timeout } = config.operations;
  const call = registry.call.bind(registry);
  return new SharedWorker({
    ...sharedOptions(setup),
    name: `${hostname()}-${process.pid}-${crypto().randomBytes(3).toString('hex')}`,
    log,
    maxRunning,
    maxPerTool,
    answerSeconds: config.clients.answerSeconds,
    hasTool: (tool) => registry.get(tool) !== undefined,
    execute: (keepOnce) => executeThrough(call, distantCallers(keepOnce, log), timeout),
  });
}

function sharedOptions(setup: Setup) {
  const { config, log, registry, name } = setup;
  const { engine, queue, keep, keepSeconds, keepBytes, maxQueued, maxQueuedBytes, lease } = config.operations;
  return {
    ...{ keep, keepSeconds, keepBytes, maxQueued, maxQueuedBytes, leaseMs: lease * 1000 },
    connection: new RedisConnection({ address: engine, log }),
    app: queue ?? name.replace(/[^A-Za-z0-9_.-]+/g, '-'),
    rules: rulesInForce(setup),
    mayRunAgain: (tool: string) => {
      const found = registry.get(tool);
      return found !== undefined && mayRunAgain(found);
    },
  };
}

// A worker runs only what was accepted under the rules that it has itself. A digest of each tells which one differs.
// Those that a changed configuration file puts in force at once follow it; the others are as they were at the start.
function rulesInForce(setup: Setup): () => Rules {
  const { web, http } = setup.config;
  let known: { config: Config; rules: Rules } | undefined;
  return () => {
    const config = configInForce(setup).config;
    if (known?.config === config) return known.rules;
    const { roots, readOnly, consent, sandbox, limits } = config;
    const tools = withoutBudgets(config.tools);
    const settings = { roots, readOnly, consent, tools, sandbox, limits, web, http_tools: http.tools };
    const digests = Object.entries(settings).map(([name, value]) => [
      name,
      digestOf(value ?? null).slice(0, 8),
    ]);
    known = { config, rules: Object.fromEntries(digests) as Rules };
    return known.rules;
  };
}

// How long an answer may be forbids nothing, and what the file says of it waits for a restart.
function withoutBudgets(tools: Config['tools']): object {
  const rules = Object.entries(tools).map(([name, { answerBudget: _, ...rest }]) => [name, rest] as const);
  return Object.fromEntries(
    rules.filter(([, rest]) => Object.values(rest).some((value) => value !== undefined)),
  );
}

async function describeCaller(setup: Setup, session: Session | undefined): Promise<CallerData> {
  if (!session) return { session: '', capabilities: {} };
  const { id, principal, client, grant } = session;
  const roots = grant?.roots ? undefined : await session.roots?.();
  const project = await chosenProject(setup, session);
  const logLevel = operationSession(session)?.logLevel;
  return {
    session: id,
    ...(principal !== undefined && { principal }),
    ...(client && { client: { name: client.name, version: client.version } }),
    ...(grant && { grant: grantData(setup, grant) }),
    ...(roots && { roots }),
    ...(project !== undefined && { project }),
    ...(logLevel && { logLevel }),
    capabilities: capabilitiesOf(session),
  };
}

function grantData({ registry }: Setup, grant: Grant): NonNullable<CallerData['grant']> {
  const { roots, answerBudget } = grant;
  return {
    tools: registry.list().flatMap(({ name }) => (grant.allows(name) ? [name] : [])),
    ...(roots && { roots }),
    ...(roots?.setBy && { rootsSetBy: roots.setBy }),
    ...(answerBudget !== undefined && { answerBudget }),
  };
}

function capabilitiesOf(session: Session): CallerData['capabilities'] {
  const declared = operationSession(session)?.capabilities;
  if (declared) return declared;
  return { ...(session.ask && { elicitation: {} }), ...(session.sample && { sampling: {} }) };
}

async function chosenProject({ services, registry }: Setup, session: Session): Promise<string | undefined> {
  if (!registry.get('set_project')) return undefined;
  const { Projects } = await import('../../projects/projects.js');
  const container = await services('guide');
  return container.has(Projects) ? container.get(Projects).chosen(session)?.key : undefined;
}
