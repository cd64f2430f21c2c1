import type { Constructable } from 'typedi';
import { BackgroundOperations } from '../../operations/background-operations';
import { OperationEngine } from '../../operations/engine';
import { executeThrough } from '../../operations/execute';
import { MemoryEngine } from '../../operations/memory-engine';
import { OpenSessions } from '../../operations/open-sessions';
import { UsageError } from '../command';
import type { Pack, Setup } from '../pack';

/** `status`, `await` and `cancel`, and the engine that tools which aren't synchronous run on. */
export const operationsPack: Pack = {
  name: 'operations',
  tools: {
    status: () => import('../../tools/status.js').then((module) => module.Status),
    await: () => import('../../tools/await.js').then((module) => module.Await),
    cancel: () => import('../../tools/cancel.js').then((module) => module.Cancel),
  },
  bind(container, setup) {
    const sessions = new OpenSessions();
    const engine = memoryEngine(setup, sessions);
    setup.onClose(() => engine.shutdown(setup.config.operations.grace * 1000, 'the server is ending'));
    container.set({ id: OperationEngine as unknown as Constructable<OperationEngine>, value: engine });
    container.set(OpenSessions, sessions);
  },
  start(setup) {
    const { engine: kind, inlineWait } = setup.config.operations;
    if (kind !== 'memory')
      throw new UsageError(`operations: there is no engine for '${kind}' here; use 'memory'`);
    setup.registry.runInBackgroundWith({
      async submit(request, context) {
        const services = await setup.services();
        const engine = services.get(OperationEngine as unknown as Constructable<OperationEngine>);
        return new BackgroundOperations(engine, services.get(OpenSessions), inlineWait * 1000).submit(request, context);
      },
    });
  },
};

function memoryEngine({ config, registry }: Setup, sessions: OpenSessions): OperationEngine {
  const { timeout, ...limits } = config.operations;
  const execute = executeThrough(
    (tool, args, options) => registry.call(tool, args, options),
    sessions,
    timeout,
  );
  return new MemoryEngine(execute, limits);
}
