import type { LookupAddress } from 'node:dns';
import { AddressRefusedError, publicLookup } from '../../../src/web/guarded-agent';

// A name server whose answers change from one question to the next.
const answering = (...answers: string[][]): Parameters<typeof publicLookup>[0] =>
  ((_host: string, _options: object, callback: (error: null, addresses: LookupAddress[]) => void) =>
    callback(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never;

const lookUp = (lookup: ReturnType<typeof publicLookup>, all = false): Promise<unknown> =>
  new Promise((resolve, reject) => {
    lookup('rebind.example', { all }, (error, address) => (error ? reject(error) : resolve(address)));
  });

test('a name that answers with a private address the second time is refused then', async () => {
  const lookup = publicLookup(answering(['93.184.216.34'], ['127.0.0.1'], ['::ffff:10.0.0.1'], []));
  expect(await lookUp(lookup)).toBe('93.184.216.34');
  await expect(lookUp(lookup)).rejects.toThrow(AddressRefusedError);
  await expect(lookUp(lookup)).rejects.toThrow(
    'rebind.example is at ::ffff:10.0.0.1, which is not a public address',
  );
  await expect(lookUp(lookup)).rejects.toThrow('no address');
});

test('of several addresses only the public ones are tried', async () => {
  const lookup = publicLookup(
    answering(['192.168.0.1', '1.1.1.1', '::1', '2606:4700:4700::1111'], ['10.0.0.1', '8.8.8.8']),
  );
  expect(await lookUp(lookup, true)).toEqual([
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ]);
  expect(await lookUp(lookup)).toBe('8.8.8.8');
});

test('a name server’s own error is passed on', async () => {
  const failing = publicLookup(((_host: string, _options: object, callback: (error: Error) => void) =>
    callback(new Error('SERVFAIL'))) as never);
  await expect(lookUp(failing)).rejects.toThrow('SERVFAIL');
});
