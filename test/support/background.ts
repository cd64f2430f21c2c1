import { BackgroundOperations } from '../../src/operations/background-operations';
import { OperationEngine } from '../../src/operations/operation-engine';
import { executeThrough } from '../../src/operations/execute-operation';
import { MemoryEngine, type EngineLimits } from '../../src/operations/memory-engine';
import { OpenSessions } from '../../src/operations/operation-sessions';
import { OperationTasks } from '../../src/operations/operation-tasks';
import { ToolRegistry } from '../../src/registries/tool-registry';
import type { ToolSource } from '../../src/registries/tool-source';
import type { ServerOptions } from '../../src/serve/server-options';
import { Await } from '../../src/tools/await';
import { Cancel } from '../../src/tools/cancel';
import { Status } from '../../src/tools/status';

/** A registry whose background tools run, with the tools of operations, and what a connection to it needs. */
export function background(
  tools: ToolSource,
  { inlineWaitMs = 30, limits = {} }: { inlineWaitMs?: number; limits?: Partial<EngineLimits> } = {},
): { registry: ToolRegistry; engine: MemoryEngine; options: ServerOptions } {
  const registry = new ToolRegistry([Status, Await, Cancel, tools]);
  const sessions = new OpenSessions();
  const engine = new MemoryEngine(executeThrough(registry.call.bind(registry), sessions, 60), limits);
  registry.instances.container.set(OperationEngine as never, engine);
  registry.runInBackgroundWith(new BackgroundOperations(engine, sessions, inlineWaitMs));
  const tasks = new OperationTasks(engine, 3_600_000, (tool, session, outcome) =>
    registry.answered(tool, session, outcome),
  );
  return { registry, engine, options: { tasks: () => Promise.resolve(tasks) } };
}
