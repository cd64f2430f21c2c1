import { BlockList, isIP } from 'node:net';
import type { HttpExchange } from './http-exchange';

/** Where a request came from and what it was sent to, before any proxy. */
export interface RequestOrigin {
  readonly host: string | undefined;
  readonly peer: string | undefined;
  readonly secure: boolean;
}

/** The proxies whose word about a request counts. */
export class TrustedProxies {
  private readonly addresses = new BlockList();

  /** Takes addresses and networks, such as `10.0.0.0/8`; throws if one is neither. */
  constructor(proxies: readonly string[]) {
    for (const proxy of proxies) {
      const [address = '', bits] = proxy.split('/');
      const family = familyOf(address);
      if (!family) throw new TypeError(`${proxy} is neither an address nor a network`);
      if (bits === undefined) this.addresses.addAddress(address, family);
      else this.addresses.addSubnet(address, Number(bits), family);
    }
  }

  /** Returns what a request says, or what a trusted proxy says about it. */
  originOf(exchange: HttpExchange): RequestOrigin {
    const { peer, secure } = exchange;
    const host = exchange.header('host');
    if (!this.trusts(peer)) return { host, peer, secure };
    const hops = listed(exchange.header('x-forwarded-for')).reverse();
    const proto = listed(exchange.header('x-forwarded-proto')).at(-1);
    return {
      host: listed(exchange.header('x-forwarded-host')).at(-1) ?? host,
      // Everything before the last untrusted hop may be made up.
      peer: hops.find((hop) => !this.trusts(hop)) ?? hops.at(-1) ?? peer,
      secure: proto === undefined ? secure : proto === 'https',
    };
  }

  private trusts(address: string | undefined): boolean {
    const plain = address?.replace(/^::ffff:(?=\d+\.)/, '');
    const family = plain === undefined ? undefined : familyOf(plain);
    return family !== undefined && this.addresses.check(plain!, family);
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
}

function listed(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
