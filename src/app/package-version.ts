/** The package's version. */
export function version(): string {
  return (require('../../package.json') as { version: string }).version;
}
