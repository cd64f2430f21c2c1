/** Which names a server answers to, and which pages may use it from a browser. */
export interface HostLists {
  /** Names, with or without a port; those of this machine's loopback if empty. */
  readonly hosts: readonly string[];
  /** Origins such as `https://app.example.com`; pages of the allowed hosts are always allowed. */
  readonly origins: readonly string[];
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Judges the headers Host and Origin, so that no page can reach the server by a name of its own (DNS rebinding). */
export class HostCheck {
  private readonly hosts: ReadonlySet<string>;
  private readonly origins: ReadonlySet<string>;

  constructor({ hosts, origins }: HostLists) {
    this.hosts = new Set((hosts.length ? hosts : LOOPBACK).map((host) => host.toLowerCase()));
    this.origins = new Set(origins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  }

  allowsHost(host: string | undefined): boolean {
    if (host === undefined) return false;
    const name = host.toLowerCase();
    return this.hosts.has(name) || this.hosts.has(withoutPort(name));
  }

  /** Returns whether a page of this origin may send requests; those without one come from no page. */
  allowsOrigin(origin: string | undefined): boolean {
    if (origin === undefined) return true;
    const name = origin.toLowerCase();
    if (this.origins.has(name)) return true;
    const host = /^https?:\/\/([^/]+)$/.exec(name)?.[1];
    return host !== undefined && this.allowsHost(host);
  }
}

/** Returns whether an address or a name is this machine's loopback. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|::ffff:127(?:\.\d{1,3}){3})$/i.test(host);
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}
