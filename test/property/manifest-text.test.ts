import fc from 'fast-check';
import type { Manifest, WrittenManifest } from '../../src/tool/manifest';
import { isManifestText, manifestIn, manifestText } from '../../src/tool/manifest-text';
import { rounds } from '../support/rounds';

// What could be taken for the lines around it.
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '\n',
    '],',
    '}],',
    '}],\n',
    '},{',
    '"inputSchema":',
    '}',
    '{"lines":"',
    '\u2028',
    '日本語',
    '\ud800',
  ),
);
const schema = fc.record({
  type: fc.constant('object'),
  properties: fc.dictionary(text, fc.record({ description: text, inputSchema: fc.constant({}) })),
});
const manifests = fc.record({
  tools: fc.array(
    fc.record(
      { name: text, className: text, summary: text, inputSchema: schema, returns: schema },
      { requiredKeys: ['name', 'className', 'summary', 'inputSchema'] },
    ),
    { maxLength: 4 },
  ),
  types: fc.dictionary(text, fc.dictionary(text, schema)),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<Manifest>;

// As any other reader of JSON sees it.
function asParsed(bytes: Buffer): unknown {
  const { tools, types } = JSON.parse(bytes.toString()) as Partial<Manifest>;
  if (!Array.isArray(tools)) throw new Error('no manifest');
  return { tools, types };
}

// As from a file that is read a few bytes at a time: each part ends with a line, and is overwritten by the next one.
function* inParts(bytes: Buffer): Generator<Buffer> {
  const memory = Buffer.alloc(bytes.length);
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf('\n', from + PART_BYTES) + 1 || bytes.length;
    bytes.copy(memory, 0, from, end);
    yield memory.subarray(0, end - from);
    from = end;
  }
}
const PART_BYTES = 40;

function asRead(bytes: Buffer): unknown {
  const { tools, types } = manifestIn(inParts(bytes)) as WrittenManifest;
  const whole = tools.map((tool) => ({
    ...tool,
    inputSchema:
      typeof tool.inputSchema === 'string' ? (JSON.parse(tool.inputSchema) as unknown) : tool.inputSchema,
  }));
  return { tools: whole, types };
}

function outcomeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'no manifest';
  }
}

test('a manifest is read as JSON says, with its schemas as text', () => {
  fc.assert(
    fc.property(manifests, (manifest) => {
      const written = manifestText(manifest);
      expect(isManifestText(written)).toBe(true);
      const bytes = Buffer.from(written);
      expect(asRead(bytes)).toEqual(asParsed(bytes));
      const { tools } = manifestIn([bytes]) as WrittenManifest;
      expect(tools.map(({ inputSchema }) => typeof inputSchema)).toEqual(manifest.tools.map(() => 'string'));
    }),
    { numRuns: rounds(300, 20_000) },
  );
});

test('one that was changed since is read as JSON says, too, or refused', () => {
  fc.assert(
    fc.property(
      manifests,
      fc.nat(),
      fc.constantFrom('', '"', '}', '\n', '\r\n', ',', 'x'),
      (manifest, at, put) => {
        const written = manifestText(manifest);
        const place = at % written.length;
        const bytes = Buffer.from(written.slice(0, place) + put + written.slice(place + 1));
        expect(outcomeOf(() => asRead(bytes))).toEqual(outcomeOf(() => asParsed(bytes)));
      },
    ),
    { numRuns: rounds(300, 20_000) },
  );
});

test('so is one that an earlier version wrote, or a formatter laid out anew', () => {
  const tool = { name: 'a', className: 'A', summary: 'A.', inputSchema: { type: 'object', properties: {} } };
  const manifest = { tools: [tool], types: {} } as unknown as Manifest;
  const earlier = `{"tools":[\n${JSON.stringify({ ...tool, inputSchema: JSON.stringify(tool.inputSchema) })}\n],\n"types":{}}\n`;
  const before = `{"sha1":"${'0'.repeat(40)}","tools":[\n{"name":"a","className":"A","summary":"A.","inputSchema":\n${JSON.stringify(tool.inputSchema)}}\n],\n"types":{}}\n`;
  const laidOut = JSON.stringify(JSON.parse(manifestText(manifest)), null, 2);
  for (const written of [earlier, before, laidOut, manifestText(manifest).replaceAll('\n', '\r\n')]) {
    expect(isManifestText(written)).toBe(true);
    expect(asRead(Buffer.from(written))).toEqual(manifest);
  }
});
