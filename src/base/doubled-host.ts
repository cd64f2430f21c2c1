/**
 * Returns whether a request names its host twice, from headers as Node lists them: names and values in turn. Node keeps
 * the first of several, a proxy may have judged the last, so such a request is refused (RFC 9112, 3.2).
 */
export function hasDoubledHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
