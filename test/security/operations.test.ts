import { defineTool } from '../../src/index';
import type { CallOptions } from '../../src/calls/call-context';
import { executeThrough } from '../../src/operations/execute';
import { MemoryEngine } from '../../src/operations/memory-engine';
import { OpenSessions } from '../../src/operations/open-sessions';
import { OperationEngine } from '../../src/operations/engine';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { Await } from '../../src/tools/await';
import { Cancel } from '../../src/tools/cancel';
import { Status } from '../../src/tools/status';
import { Container } from 'typedi';

const as = (id: string): CallOptions => ({ door: 'client', session: { id } });
const secret = defineTool({
  name: 'secret',
  description: 'Return a secret.',
  inputSchema: { type: 'object', properties: {} },
  run: () => 'the secret',
});

test('an operation is its caller’s alone: another can neither see, await nor cancel it', async () => {
  const container = Container.of('operations-test');
  const registry = new ToolRegistry([secret, Status, Await, Cancel], { container });
  const engine = new MemoryEngine(executeThrough(registry.call.bind(registry), new OpenSessions(), 10));
  container.set(OperationEngine as never, engine);
  const { id } = await engine.start({ tool: 'secret', args: {}, caller: { id: 'owner' } });
  await engine.wait([id], 5000);
  const told = async (tool: string, args: Record<string, unknown>, who: string): Promise<string> =>
    JSON.stringify(await registry.call(tool, args, as(who)));
  expect(await told('status', { id }, 'owner')).toContain('the secret');
  expect(await told('await', { id }, 'owner')).toContain('the secret');
  for (const args of [{ id }, { operation_id: id }, {}])
    for (const tool of ['status', 'await', 'cancel']) {
      const text = await told(tool, args, 'stranger');
      expect(text).not.toContain('the secret');
      expect(text).not.toContain('Completed');
    }
  container.reset();
});
