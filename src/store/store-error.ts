/** Why the store could not be read or changed, with the file and, if known, the line. */
export class StoreError extends Error {
  constructor(
    readonly kind: 'config_read_error' | 'config_write_error' | 'lock_error',
    readonly file: string,
    problem: string,
    readonly line?: number,
    readonly column?: number,
    options?: ErrorOptions,
  ) {
    super(
      `${file}${line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`}: ${problem}`,
      options,
    );
    this.name = 'StoreError';
  }
}
