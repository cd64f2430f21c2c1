// A registry without a server: raw JSON Schema, middleware, and calls from your own code.
import { defineTool, Result } from 'toolwright';
import { outcomeError, outcomeValue, ToolRegistry } from 'toolwright/embed';

/** A registry that counts its calls and refuses more than it was told to allow. */
export function limitedRegistry(most: number): ToolRegistry {
  const registry = new ToolRegistry(
    defineTool({
      name: 'area',
      description: 'Area of a rectangle.',
      inputSchema: {
        type: 'object',
        properties: {
          width: { type: 'number', minimum: 0, description: 'Width in metres' },
          height: { type: 'number', minimum: 0, description: 'Height in metres' },
        },
        required: ['width', 'height'],
        additionalProperties: false,
      },
      run: ({ width, height }) => Result.ok((width as number) * (height as number)),
    }),
    { prefix: '' },
  );
  let calls = 0;
  registry.use((_call, next) => {
    if (++calls <= most) return next();
    return { result: Result.failure(`More than ${most} calls`, 'rate_limited'), isError: true, repairs: [] };
  });
  return registry;
}

/** The area, or why there is none. */
export async function areaOf(registry: ToolRegistry, width: number, height: number): Promise<string> {
  const outcome = await registry.call('area', { width, height });
  return outcome.isError ? outcomeError(outcome) : `${String(outcomeValue(outcome))} m²`;
}
