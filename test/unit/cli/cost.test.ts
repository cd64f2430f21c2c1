import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { command } from '../../../src/cli/commands/cost';
import type { CostReport } from '../../../src/cli/cost';
import { tokensOfListing } from '../../../src/tokens/text-token-estimate';
import manifest from '../../../src/generated/manifest.json';
import { LateDescription } from '../../../src/tool/late-description';
import type { Manifest } from '../../../src/tool/manifest';
import { temporaryDirectory } from '../../support/temporary-directory';

async function cost(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const home = temporaryDirectory('toolwright-cost');
  let out = '';
  let err = '';
  const code = await command.run(args, {
    cwd: home,
    env: { HOME: home, XDG_CONFIG_HOME: home },
    stdout: (text) => void (out += text),
    stderr: (text) => void (err += text),
  });
  return { code, out, err };
}

test('O24 cost tells bytes and tokens by tool and by mode, searches included', async () => {
  const { code, out } = await cost('--json');
  const { tools, modes } = JSON.parse(out) as CostReport;
  expect(code).toBe(0);
  expect(tools.length).toBeGreaterThan(10);
  for (const { bytes, tokens } of tools) expect(tokens).toBeLessThan(bytes);
  const mode = (name: string) => modes.find((each) => each.mode === name && each.descriptions === 'full')!;
  expect(mode('all').tools).toBe(tools.length);
  expect(mode('code').tools).toBe(2);
  expect(mode('search').tools).toBe(2);
  expect(mode('code').tokens + 3 * mode('code').search!.tokens).toBeLessThan(mode('all').tokens / 3);
  expect(mode('search').tokens + mode('search').search!.tokens).toBeLessThan(mode('all').tokens);
});

test('the table marks the current mode', async () => {
  const { out } = await cost('--expose', 'code');
  expect(out).toMatch(/^guide_run +\d+ +\d+$/m);
  expect(out).toMatch(/^code, compact \* +\d+ +\d+$/m);
});

test('a budget that is exceeded is an exit code', async () => {
  expect((await cost('--budget', '1000000')).code).toBe(0);
  const { code, err } = await cost('--budget', '10');
  expect(code).toBe(1);
  expect(err).toMatch(/exceed the budget of 10/);
  expect((await cost('--expose', 'code', '--budget', '3000')).code).toBe(0);
  await expect(cost('--budget', 'lots')).rejects.toThrow('--budget takes a number');
});

test.each(['description', 'summary'] as const)(
  'the estimate of tokens is within a tenth of a real tokenizer (%s)',
  (text) => {
    const entries = (manifest as unknown as Manifest).tools.map((tool) =>
      JSON.stringify({
        name: tool.name,
        description: new LateDescription(tool)[text],
        inputSchema: new LateDescription(tool).inputSchema,
      }),
    );
    const sum = (count: (entry: string) => number): number =>
      entries.reduce((all, each) => all + count(each), 0);
    const ratio = sum(tokensOfListing) / sum((entry) => encode(entry).length);
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  },
);
