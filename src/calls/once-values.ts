/** The values that `context.once` has produced in one call, kept for the case that the call is run again. */
export class OnceValues {
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly kept: Readonly<Record<string, unknown>> = {},
    /** Keeps a value elsewhere before anyone gets it. */
    private readonly keep?: (key: string, value: unknown) => Promise<unknown>,
  ) {}

  /** Returns the value of a key, produced on first use. */
  get<T>(key: string, produce: () => T | Promise<T>): Promise<T> {
    if (Object.hasOwn(this.kept, key)) return Promise.resolve(this.kept[key] as T);
    let value = this.running.get(key) as Promise<T> | undefined;
    if (!value) this.running.set(key, (value = this.produced(key, produce)));
    return value;
  }

  private async produced<T>(key: string, produce: () => T | Promise<T>): Promise<T> {
    await Promise.resolve();
    const value = await produce();
    await this.keep?.(key, value);
    return value;
  }

  /** Returns every value as JSON, once all are there; what failed is not kept and is tried again. */
  async settled(): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = { ...this.kept };
    for (const [key, value] of this.running) {
      await value.then(
        (settled) => (values[key] = settled ?? null),
        () => undefined,
      );
    }
    return values;
  }
}
