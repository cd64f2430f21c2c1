import {
  InitializeRequestSchema,
  JSONRPCRequestSchema,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { plainHello, plainRequest } from '../../../src/serve/legacy/plain-message';
import { PROTOCOL_VERSIONS } from '../../../src/serve/legacy/legacy-replies';

test('the revisions of the protocol are the SDK’s own', () => {
  expect(PROTOCOL_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  expect(PROTOCOL_VERSIONS[0]).toBe(LATEST_PROTOCOL_VERSION);
});

const RELATED_TASK = 'io.modelcontextprotocol/related-task';
const anything = fc.oneof(fc.constant(undefined), fc.jsonValue());
const id = fc.oneof(fc.integer(), fc.string(), fc.double(), anything);
const meta = fc.oneof(
  anything,
  fc.record({ progressToken: id }),
  fc.record({ progressToken: id, other: fc.jsonValue() }),
  fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('claudecode/toolUseId', RELATED_TASK)), fc.jsonValue()),
);
const params = fc.oneof(anything, fc.record({ _meta: meta, name: anything }, { requiredKeys: [] }));

test('whatever is taken as a plain request, the SDK takes as a request', () => {
  const message = fc.record(
    { jsonrpc: fc.constant('2.0'), id, method: fc.string(), params, extra: anything },
    { requiredKeys: ['jsonrpc', 'id', 'method'] },
  );
  let taken = 0;
  fc.assert(
    fc.property(message, (said) => {
      const onTheWire = JSON.parse(JSON.stringify(said)) as Record<string, unknown>;
      if (!plainRequest(onTheWire)) return;
      taken++;
      expect(JSONRPCRequestSchema.safeParse(onTheWire).success).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(100);
});

test('whatever is taken as a plain greeting, the SDK takes as one', () => {
  // Mostly of the usual form, so that enough of them are taken.
  const mostly = <A, B>(usual: fc.Arbitrary<A>, odd: fc.Arbitrary<B>): fc.Arbitrary<A | B> =>
    fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });
  const flag = mostly(fc.boolean(), anything);
  const inner = mostly(fc.constant({}), anything);
  const members = { listChanged: flag, applyDefaults: flag, form: inner, url: inner, context: inner };
  const capability = mostly(fc.constant({}), fc.oneof(fc.record(members, { requiredKeys: [] }), anything));
  const capabilities = fc.record(
    {
      roots: mostly(fc.record({ listChanged: flag }), capability),
      sampling: capability,
      elicitation: mostly(fc.record({ form: fc.record({ applyDefaults: flag }) }), capability),
      experimental: capability,
      extensions: capability,
      tasks: capability,
      other: capability,
    },
    { requiredKeys: [] },
  );
  const clientInfo = fc.record(
    {
      name: fc.string(),
      version: fc.string(),
      title: mostly(fc.string(), anything),
      icons: mostly(fc.constant(undefined), anything),
    },
    { requiredKeys: ['name', 'version'] },
  );
  let taken = 0;
  fc.assert(
    fc.property(fc.string(), capabilities, clientInfo, (protocolVersion, can, client) => {
      const said = JSON.parse(
        JSON.stringify({ protocolVersion, capabilities: can, clientInfo: client }),
      ) as Record<string, unknown>;
      if (!plainHello(said)) return;
      taken++;
      expect(InitializeRequestSchema.safeParse({ method: 'initialize', params: said }).success).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(100);
});
