/** Returns whether a text is the address of a Redis. */
export function isRedisAddress(text: string): boolean {
  return /^rediss?:\/\/./.test(text);
}

/** Returns the address of a Redis as it may be shown: without user, password and options. */
export function shownAddress(address: string): string {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
  } catch {
    return address.slice(0, address.indexOf('://') + 3) + '…';
  }
}
