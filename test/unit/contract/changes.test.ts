import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareContracts } from '../../../src/contract/compare-contracts';
import { greatestLevel } from '../../../src/contract/change';
import { contractOf, contractText, readContract, type Contract } from '../../../src/contract/contract';
import type { OfferedTool, ServerOffer } from '../../../src/base/offer';

interface Change {
  readonly what: string;
  readonly level: 'major' | 'minor' | 'patch' | 'none';
  readonly old: Partial<OfferedTool>;
  readonly now: Partial<OfferedTool>;
  readonly declaredOnly?: boolean;
}

const file = join(__dirname, '..', '..', 'fixtures', 'contract', 'changes.json');
const changes = JSON.parse(readFileSync(file, 'utf8')) as Change[];
const EMPTY: ServerOffer = { tools: [], prompts: [], resources: [], templates: [] };

function contract(parts: Partial<ServerOffer>): Contract {
  return contractOf({ ...EMPTY, ...parts });
}

function toolOf(part: Partial<OfferedTool>): Contract {
  return contract({
    tools: [{ name: 't', description: 'A tool', inputSchema: { type: 'object' }, ...part }],
  });
}

test('there are at least 60 changes', () => expect(changes.length).toBeGreaterThanOrEqual(60));

test.each(changes.map((each) => [each.what, each.level, each] as const))(
  '%s: %s',
  (_, level, { old, now, declaredOnly }) => {
    const found = compareContracts(toolOf(old), toolOf(now), { declaredOnly });
    expect({ level: greatestLevel(found) ?? 'none', found }).toMatchObject({ level });
  },
);

const report = { name: 'report', description: 'A report', arguments: [{ name: 'day', required: false }] };
const page = { uri: 'notes://all', name: 'all', mimeType: 'text/plain' };

test.each<[string, string, Partial<ServerOffer>, Partial<ServerOffer>]>([
  ['a tool is added', 'minor', {}, { tools: [{ name: 'a' }] }],
  ['a tool is removed', 'major', { tools: [{ name: 'a' }] }, {}],
  ['a prompt is removed', 'major', { prompts: [report] }, {}],
  ['a prompt is added', 'minor', {}, { prompts: [report] }],
  [
    'an argument of a prompt becomes required',
    'major',
    { prompts: [report] },
    { prompts: [{ ...report, arguments: [{ name: 'day', required: true }] }] },
  ],
  [
    'an argument of a prompt is removed',
    'major',
    { prompts: [report] },
    { prompts: [{ ...report, arguments: [] }] },
  ],
  [
    'a prompt is described otherwise',
    'patch',
    { prompts: [report] },
    { prompts: [{ ...report, description: 'Another' }] },
  ],
  ['a resource is removed', 'major', { resources: [page] }, {}],
  [
    'a resource has another type',
    'major',
    { resources: [page] },
    { resources: [{ ...page, mimeType: 'text/html' }] },
  ],
  ['a template is added', 'minor', {}, { templates: [{ uriTemplate: 'notes://{id}' }] }],
  ['instructions change', 'patch', { instructions: 'one' }, { instructions: 'two' }],
])('%s: %s', (_, level, old, now) => {
  expect(greatestLevel(compareContracts(contract(old), contract(now)))).toBe(level);
});

test('the same offer gives the same bytes in any order, and reads back as it was', () => {
  const tools = [
    { name: 'b', description: 'B' },
    { name: 'a', inputSchema: { type: 'object', properties: {} } },
  ];
  const turned = [
    { inputSchema: { properties: {}, type: 'object' }, name: 'a' },
    { description: 'B', name: 'b' },
  ];
  const text = contractText(contract({ tools }));
  expect(contractText(contract({ tools: turned }))).toBe(text);
  expect(contractText(readContract(text, 'x.json'))).toBe(text);
});

test.each([
  ['{', /x\.json is not JSON .*toolwright snapshot/],
  ['{}', /x\.json is not a contract; name the file that 'toolwright snapshot' wrote$/],
  ['{"toolwright_contract":2}', /has the format 2/],
  ['{"toolwright_contract":1,"tools":[{}]}', /no list of tools with a name each/],
])('a file that is no contract is refused with the cure: %s', (text, message) => {
  expect(() => readContract(text, 'x.json')).toThrow(message);
});
