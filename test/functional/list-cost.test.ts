import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { instructionsOf } from '../../src/app/wiring/make-client-instructions';
import { PACKS } from '../../src/config/config';
import { measureCost } from '../../src/cli/cost';
import type { DescriptionDetail } from '../../src/tool/description-detail';
import { connect } from '../support/connect';
import { BuiltinServer } from '../support/builtin-server';

const QUESTIONS = ['read a file', 'search the web', 'run a shell command'];
const tokens = (text: string): number => encode(text).length;

async function start(expose: 'all' | 'search' | 'code'): Promise<BuiltinServer> {
  return BuiltinServer.start({
    packs: [...PACKS],
    config: `expose: ${expose}\n`,
    env: { BRAVE_API_KEY: 'x' },
  });
}

async function listTokens(server: BuiltinServer, descriptions: DescriptionDetail): Promise<number> {
  const { visible } = server.open.setup.exposure;
  const { client, close } = await connect(server.open.registry, { visible, descriptions });
  const { tools } = await client.listTools();
  await close();
  return tokens(JSON.stringify({ tools }));
}

let all: BuiltinServer;
beforeAll(async () => {
  all = await start('all');
});
afterAll(() => all.close());

test('list, instructions and three searches of code mode cost at most a twentieth of the full list', async () => {
  const full = await listTokens(all, 'full');
  const code = await start('code');
  const { instructions = '' } = instructionsOf(code.open);
  let cost = (await listTokens(code, code.open.config.descriptions)) + tokens(instructions);
  for (const query of QUESTIONS) {
    const { text } = await code.call('find_tools', { query });
    cost += tokens(JSON.stringify({ query })) + tokens(text);
  }
  await code.close();
  expect(cost / full).toBeLessThanOrEqual(0.05);
});

test('compact descriptions, the default, cost less than half of full ones', async () => {
  expect(all.open.config.descriptions).toBe('compact');
  const [full, compact, terse] = [
    await listTokens(all, 'full'),
    await listTokens(all, 'compact'),
    await listTokens(all, 'terse'),
  ];
  expect(compact / full).toBeLessThan(0.5);
  expect(terse).toBeLessThan(compact);
});

test.each(['full', 'compact', 'terse'] as const)(
  'what `toolwright cost` says of %s descriptions is within a tenth of a real tokenizer, instructions included',
  async (descriptions) => {
    for (const expose of ['all', 'search', 'code'] as const) {
      const server = await start(expose);
      const { instructions = '' } = instructionsOf(server.open);
      const real = (await listTokens(server, descriptions)) + tokens(instructions);
      const report = measureCost(
        server.open.registry,
        descriptions,
        (mode) => instructionsOf(server.open, mode).instructions ?? '',
      );
      const said = report.modes.find((each) => each.mode === expose && each.descriptions === descriptions)!;
      await server.close();
      expect(said.tokens / real).toBeGreaterThan(0.9);
      expect(said.tokens / real).toBeLessThan(1.1);
    }
  },
);
