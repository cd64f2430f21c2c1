import { traceIn } from '../../../src/serve/trace-in-meta';
import { CLIENT_META, CLIENT_SPAN, CLIENT_TRACE } from '../../support/written-spans';

test('a position in a trace is taken from _meta only if W3C Trace Context allows it', () => {
  expect(traceIn(CLIENT_META)).toEqual(CLIENT_META);
  const invalid = [
    `ff-${CLIENT_TRACE}-${CLIENT_SPAN}-01`,
    `00-${'0'.repeat(32)}-${CLIENT_SPAN}-01`,
    `00-${CLIENT_TRACE}-${'0'.repeat(16)}-01`,
    `00-${CLIENT_TRACE.toUpperCase()}-${CLIENT_SPAN}-01`,
    `00-${CLIENT_TRACE}-${CLIENT_SPAN}`,
    7,
  ];
  for (const traceparent of invalid) expect(traceIn({ traceparent })).toBeUndefined();
});
