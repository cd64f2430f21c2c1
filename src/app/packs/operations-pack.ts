import type { Pack, Setup } from '../pack';

/** `status`, `await` and `cancel`, and the engine for tools that are not synchronous. */
export const operationsPack: Pack = {
  name: 'operations',
  tools: {
    status: () => import('../../tools/status.js').then((module) => module.Status),
    await: () => import('../../tools/await.js').then((module) => module.Await),
    cancel: () => import('../../tools/cancel.js').then((module) => module.Cancel),
  },
  async bind(container, setup) {
    const { OperationEngine } = await import('../../operations/operation-engine.js');
    const { engine } = await operations(setup);
    container.set(OperationEngine as never, engine);
  },
  async start(setup) {
    if (setup.config.operations.engine !== 'memory')
      await (await import('../wiring/make-shared-operations.js')).startShared(setup);
    setup.registry.runInBackgroundWith({
      submit: async (request, context, options) =>
        (await operations(setup)).runner.submit(request, context, options),
    });
  },
};

async function operations(setup: Setup) {
  const { operationsOf } = await import('../wiring/make-operations.js');
  return operationsOf(setup);
}
