import { BackgroundOperations } from '../../operations/background-operations';
import type { OperationEngine } from '../../operations/operation-engine';
import { executeThrough } from '../../operations/execute-operation';
import { MemoryEngine } from '../../operations/memory-engine';
import { OpenSessions } from '../../operations/operation-sessions';
import { OperationTasks, type FitAnswer } from '../../operations/operation-tasks';
import type { ToolRegistry } from '../../registries/tool-registry';
import type { Setup } from '../pack';

/** The operations engine of a server, and the runner that calls reach it through. */
export interface Operations {
  readonly engine: OperationEngine;
  readonly runner: BackgroundOperations;
  readonly tasks: OperationTasks;
}

const WAITING_TOOL = 'await';
const made = new WeakMap<ToolRegistry, Operations>();

/** Returns the operations of a server, created on first use and shut down with it. */
export function operationsOf(setup: Setup): Operations {
  const known = made.get(setup.registry);
  if (known) return known;
  const { inlineWait, timeout, grace, ...limits } = setup.config.operations;
  const sessions = new OpenSessions();
  const call = setup.registry.call.bind(setup.registry);
  const { answerSeconds } = setup.config.clients;
  const engine = new MemoryEngine(executeThrough(call, sessions, timeout), { ...limits, answerSeconds });
  engine.longestWait = setup.config.tools[WAITING_TOOL]?.timeout || undefined;
  setup.onClose(() => engine.shutdown(grace * 1000, 'the server is ending'));
  const fit: FitAnswer = (tool, session, outcome) => setup.registry.answered(tool, session, outcome);
  const operations: Operations = {
    engine,
    runner: new BackgroundOperations(engine, sessions, inlineWait * 1000),
    tasks: new OperationTasks(engine, limits.keepSeconds * 1000, fit),
  };
  made.set(setup.registry, operations);
  return operations;
}
