import { BlockList, isIP, isIPv4 } from 'node:net';

const NOT_PUBLIC_4: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const NOT_PUBLIC_6: readonly [network: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused = new BlockList();
for (const [network, bits] of NOT_PUBLIC_4) refused.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of NOT_PUBLIC_6) refused.addSubnet(network, bits, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const carriers4 = new BlockList();
carriers4.addSubnet('::ffff:0:0', 96, 'ipv6');
carriers4.addSubnet('64:ff9b::', 96, 'ipv6');

/** Returns whether an IP address is public: not loopback, private, link-local or otherwise reserved. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$|%.*$/g, '').replace(/\]$/, '');
  if (isIP(plain) === 0) return false;
  if (isIPv4(plain)) return !refused.check(plain, 'ipv4');
  if (carriers4.check(plain, 'ipv6')) return isPublicAddress(lastFourBytes(plain));
  return globalUnicast.check(plain, 'ipv6') && !refused.check(plain, 'ipv6');
}

// The URL parser normalises every IPv6 form to hex groups without a dotted tail.
function lastFourBytes(address: string): string {
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':').slice(-2);
  const [high, low] = groups.map((group) => Number.parseInt(group || '0', 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
