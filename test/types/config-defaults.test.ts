import { compileCheck } from '../../src/json/checker';
import { shippedModel } from '../../src/config';
import { compileFile } from './compiled-shapes';
import { camelFromSnake, membersIn, type Member } from './config-members';

const UNKNOWN = [
  { nonsense: 1 },
  { http: { nonsense: 1 } },
  { http: { jwt: { nonsense: 1 } } },
  { http: { scopes: { any: { nonsense: 1 } } } },
  { tools: { any: { nonsense: 1 } } },
  { code: { snippets: { any: { body: '1', nonsense: 1 } } } },
];
const schema = shippedModel.fileSchema;
const members = membersIn(schema);
const PRELUDE = "import type { ConfigDefaults } from 'toolwright';";

// One line for each configuration, so that what the compiler says is known by its line.
const literal = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => camelFromSnake(inner));
const line = (value: unknown): string => `export const a: ConfigDefaults = ${literal(value)};`;

function takes(value: object): boolean {
  const report = { problems: [], repairs: [], repairing: false as const };
  compileCheck(schema)(value, report);
  return report.problems.length === 0;
}

const alone = members.map((member): readonly [string, Member] => [member.path, member]);
const { refusals } = compileFile(
  [
    PRELUDE,
    ...members.flatMap(({ given, left }) => [line(given), ...(left ? [line(left)] : [])]),
    ...UNKNOWN.map(line),
  ]
    .map((text, index) => text.replace('const a:', `const a${index}:`))
    .join('\n'),
);
const refused = new Set([...refusals.keys()].map((text) => text.replace(/const a\d+:/, 'const a:')));

test.each(alone)(
  'defineApp({ config }) takes %s without the members that its section has by default',
  (_path, member) => {
    expect(takes(member.given)).toBe(true);
    expect(refused.has(line(member.given))).toBe(false);
  },
);

const needed = members.filter(({ left }) => left);

test('what is required of the file is known here', () => {
  expect(needed.map(({ path }) => path)).toEqual(['code.snippets.any.body']);
});

test.each(needed.map(({ path, left }) => [path, left!] as const))(
  'neither the file nor the compiler lets %s be left out',
  (_path, left) => {
    expect(takes(left)).toBe(false);
    expect(refused.has(line(left))).toBe(true);
  },
);

test.each(UNKNOWN)('neither takes what is no setting: %j', (value) => {
  expect([takes(value), refused.has(line(value))]).toEqual([false, true]);
});
