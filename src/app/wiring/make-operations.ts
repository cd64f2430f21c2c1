import { BackgroundOperations } from '../../operations/background-operations';
import type { OperationEngine } from '../../operations/operation-engine';
import { executeThrough } from '../../operations/execute-operation';
import { EngineBesideOthers } from '../../operations/engine-beside-others';
import { MemoryEngine } from '../../operations/memory-engine';
import { OpenSessions } from '../../operations/operation-sessions';
import { OperationTasks, type FitAnswer } from '../../operations/operation-tasks';
import type { ToolRegistry } from '../../registries/tool-registry';
import type { Setup } from '../pack';
import { configInForce } from './config-in-force';

/** The operations engine of a server, and the runner that calls reach it through. */
export interface Operations {
  readonly engine: OperationEngine;
  /** The engine without what other processes run. */
  readonly own: OperationEngine;
  readonly runner: BackgroundOperations;
  readonly tasks: OperationTasks;
}

const WAITING_TOOL = 'await';
const made = new WeakMap<ToolRegistry, Promise<Operations>>();

/** Returns the operations of a server, created on first use and shut down with it. */
export function operationsOf(setup: Setup): Promise<Operations> {
  let operations = made.get(setup.registry);
  if (!operations) made.set(setup.registry, (operations = makeOperations(setup)));
  return operations;
}

async function makeOperations(setup: Setup): Promise<Operations> {
  const { engine: kind, inlineWait, grace, keepSeconds } = setup.config.operations;
  const sessions = new OpenSessions();
  const shared = kind === 'memory' ? undefined : await import('./make-shared-operations.js');
  const { engine: own, elsewhere } = shared?.makeShared(setup) ?? {
    engine: memoryEngine(setup, sessions),
    elsewhere: undefined,
  };
  const { siblings } = setup;
  // What is in a Redis is known to all of them.
  const engine =
    siblings && !shared ? new EngineBesideOthers(own, (question) => siblings.ask(question)) : own;
  engine.longestWait = () => configInForce(setup).config.tools[WAITING_TOOL]?.timeout || undefined;
  const shutdown = (): Promise<void> => engine.shutdown(grace * 1000, 'the server is ending');
  // What others carry out goes on.
  if (shared) setup.onClose(shutdown);
  else setup.onWorkEnd(shutdown);
  const fit: FitAnswer = (tool, session, outcome) => setup.registry.answered(tool, session, outcome);
  return {
    engine,
    own,
    runner: new BackgroundOperations(engine, sessions, inlineWait * 1000, elsewhere),
    tasks: new OperationTasks(engine, keepSeconds * 1000, fit),
  };
}

function memoryEngine({ config, registry }: Setup, sessions: OpenSessions): MemoryEngine {
  const { timeout, maxRunning, maxPerTool, maxQueued, maxQueuedBytes, keep, keepSeconds, keepBytes } =
    config.operations;
  const limits = { maxRunning, maxPerTool, maxQueued, maxQueuedBytes, keep, keepSeconds, keepBytes };
  const execute = executeThrough(registry.call.bind(registry), sessions, timeout);
  return new MemoryEngine(execute, { ...limits, answerSeconds: config.clients.answerSeconds });
}

/** Returns the operations of a server if they were needed already. */
export function operationsIfMade({ registry }: Pick<Setup, 'registry'>): Promise<Operations> | undefined {
  return made.get(registry);
}
