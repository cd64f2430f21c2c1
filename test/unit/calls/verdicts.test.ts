import { defineTool, Result, ToolResult } from '../../../src/index';
import { ToolRegistry } from '../../../src/embed';
import { renderOutcome } from '../../../src/calls/render';
import type { Guard, Middleware } from '../../../src/calls/pipeline';

const tool = (returned: unknown) =>
  defineTool({ name: 'say', description: 'Say.', run: () => (ran++, returned) });
let ran = 0;

beforeEach(() => {
  ran = 0;
});

async function call(returned: unknown, options: { guards?: Guard[]; layer?: Middleware }) {
  const registry = new ToolRegistry(tool(returned), { guards: options.guards ?? [] });
  if (options.layer) registry.use(options.layer);
  return registry.call('say', {}, { door: 'client' });
}

describe('what a guard returns', () => {
  const verdicts: [string, unknown][] = [
    ['false', false],
    ['true', true],
    ['zero', 0],
    ['a text', 'not allowed'],
    ['an empty text', ''],
    ['an object', { refused: true }],
    ['a success', Result.ok('fine')],
    ['an outcome', { result: Result.failure('no'), isError: true, repairs: [] }],
  ];
  test.each(verdicts)('%s never lets the call through, and is named', async (_, verdict) => {
    for (const guard of [() => verdict, () => Promise.resolve(verdict)]) {
      const outcome = await call('said', { guards: [guard as unknown as Guard] });
      expect(outcome.isError).toBe(true);
      expect(JSON.stringify(renderOutcome(outcome))).toContain('a guard returned');
    }
    expect(ran).toBe(0);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
  ])('%s lets it through', async (_, verdict) => {
    for (const guard of [() => verdict, () => Promise.resolve(verdict)]) {
      const { isError } = await call('said', { guards: [guard as unknown as Guard] });
      expect(isError).toBe(false);
    }
    expect(ran).toBe(2);
  });

  test.each([
    ['a failure', Result.failure('not today', 'closed')],
    ['blocks', ToolResult.text('not today')],
  ])('%s refuses it', async (_, refusal) => {
    const outcome = await call('said', { guards: [() => refusal] });
    expect(renderOutcome(outcome)).toMatchObject({ isError: true });
    expect(JSON.stringify(renderOutcome(outcome))).toContain('not today');
    expect(ran).toBe(0);
  });
});

describe('what a middleware puts into the outcome of a call', () => {
  const put =
    (result: Result | ToolResult): Middleware =>
    async (_, next) => ({ ...(await next()), result });

  test.each([
    ['a failure into a success', 'said', Result.failure('too long', 'too_long'), true],
    ['error blocks into a success', 'said', ToolResult.error('too long'), true],
    ['a success into a failure', Result.failure('down'), Result.ok('from the cache'), false],
    ['other blocks into an error', ToolResult.error('secret'), ToolResult.text('[hidden]'), true],
    ['other blocks into a success', 'secret', ToolResult.text('[hidden]'), false],
  ])('%s decides whether it failed', async (_, returned, result, isError) => {
    const outcome = await call(returned, { layer: put(result) });
    expect(outcome.isError).toBe(isError);
    expect(renderOutcome(outcome).isError).toBe(isError ? true : undefined);
  });
});
