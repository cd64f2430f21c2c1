import type { IncomingMessage } from 'node:http';
import { crypto } from '../base/crypto';
import { randomWord } from '../base/random-word';
import { hasDoubledHost } from '../base/doubled-host';

/** Why a request is refused. */
export interface GateRefusal {
  readonly status: number;
  readonly reason: string;
}

const LOOPBACK = ['127.0.0.1', 'localhost'];

/**
 * Decides who may use the page: a browser that came once with the token of the printed address, and only through a
 * name of this machine and from the page itself. The cookie it then has is no use to other sites.
 */
export class Gate {
  private token: string | undefined;
  private readonly session = secret();
  private readonly cookie: string;
  private readonly hosts: ReadonlySet<string>;

  constructor(private readonly port: number) {
    // Cookies don't know ports: two inspected servers must not log each other out.
    this.cookie = `toolwright_inspect_${port}`;
    this.hosts = new Set(LOOPBACK.map((name) => `${name}:${port}`));
  }

  /** Returns an address that one more browser can open; those before it that were not opened are void. */
  newUrl(): string {
    this.token = secret();
    return `http://${LOOPBACK[0]}:${this.port}/?token=${this.token}`;
  }

  /** Refuses what comes by another name (DNS rebinding) or from another site, before anything is looked at. */
  refusal({ method, headers, rawHeaders }: IncomingMessage): GateRefusal | undefined {
    if (hasDoubledHost(rawHeaders)) return { status: 400, reason: 'A request has one Host.' };
    const { host = '', origin } = headers;
    if (!this.hosts.has(host.toLowerCase()))
      return {
        status: 421,
        reason: `This page is at ${LOOPBACK[0]}:${this.port}, and answers to no other name.`,
      };
    const isForeign = origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`;
    if (isForeign || (method !== 'GET' && origin === undefined))
      return { status: 403, reason: 'Only the page itself may send requests.' };
    const site = headers['sec-fetch-site'];
    // A link may lead to the page from anywhere; whatever else comes from another site is refused.
    const isVisit = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit)
      return { status: 403, reason: 'Requests of other sites are refused.' };
    return undefined;
  }

  /** Returns whether a request has the cookie of the page. */
  knows({ headers }: IncomingMessage): boolean {
    const values = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
    return values.some(([name, value]) => name === this.cookie && same(value, this.session));
  }

  /** Takes the token of the printed address, once; returns the cookie to set, or undefined if the token is not right. */
  exchange(token: string | null): string | undefined {
    if (token === null || this.token === undefined || !same(token, this.token)) return undefined;
    this.token = undefined;
    return `${this.cookie}=${this.session}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

function secret(): string {
  return randomWord(32);
}

// Digests have one length, so that comparing them takes as long for every guess.
function same(given: string | undefined, wanted: string): boolean {
  const digest = (text: string): Buffer => crypto().createHash('sha256').update(text).digest();
  return given !== undefined && crypto().timingSafeEqual(digest(given), digest(wanted));
}
