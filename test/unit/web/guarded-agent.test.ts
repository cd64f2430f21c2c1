import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, fetch, type Dispatcher } from 'undici';
import { AddressRefusedError, guardedAgent, publicLookup } from '../../../src/web/guarded-agent';
import { startSite, type TestSite } from '../../support/web-server';

const PUBLIC = '93.184.216.34';
const KEPT = { bytes: 1_000_000, entryBytes: 100_000 };

let site: TestSite;
let agent: Dispatcher;
beforeAll(async () => {
  site = await startSite({ '/': (_request, response) => response.end('the private page') });
});
afterEach(() => agent.destroy());
afterAll(() => site.close());

// A name server that answers every question with these addresses.
const resolving = (...addresses: string[]): Parameters<typeof publicLookup>[0] =>
  ((_host: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )) as never;

// A name that is at a public address when it is checked, and at the private one when it is connected to.
const rebinding: LookupFunction = (host, options, callback) =>
  publicLookup(resolving(PUBLIC))(host, { ...options, all: false }, (error, checked) => {
    if (error || checked !== PUBLIC) return callback(error ?? new Error('the check did not pass'), '', 0);
    if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  });

const get = (dispatcher: Dispatcher) => fetch(`http://rebind.example:${site.port}/`, { dispatcher });

test('a name that leads elsewhere after the check is refused on its socket, and no request is sent', async () => {
  agent = await guardedAgent(false, KEPT, rebinding);
  const { cause } = (await get(agent).catch((error: unknown) => error)) as { cause?: unknown };
  expect(cause).toBeInstanceOf(AddressRefusedError);
  expect((cause as Error).message).toContain('rebind.example is at 127.0.0.1, which is not a public address');
  expect(site.requests).toEqual([]);
});

test('the same name reaches the page where nobody looks at the socket', async () => {
  agent = new Agent({ connect: { lookup: rebinding } });
  expect(await (await get(agent)).text()).toBe('the private page');
});
