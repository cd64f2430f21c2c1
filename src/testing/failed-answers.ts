/**
 * What the user or the model of a test failed to answer. In the era up to 2025-11-25 only the server would learn of it, and a tool may go on
 * all the same; it is a mistake in the test, so the request that was under way fails with it, and in its absence the next one.
 */
export class FailedAnswers {
  private readonly underWay = new Set<{ failure?: Failed }>();
  private unheard: Failed | undefined;

  /** Returns what answers a question; keeps what it throws. */
  answer<T>(answered: () => T): T {
    try {
      return answered();
    } catch (error) {
      const failure = { error };
      if (!this.underWay.size) this.unheard ??= failure;
      for (const request of this.underWay) request.failure ??= failure;
      throw error;
    }
  }

  /** Waits for a request; throws what was not answered meanwhile. */
  async during<T>(sent: Promise<T>): Promise<T> {
    const request: { failure?: Failed } = {};
    this.underWay.add(request);
    try {
      return await sent;
    } finally {
      this.underWay.delete(request);
      this.throwFailure(request);
    }
  }

  private throwFailure({ failure = this.unheard }: { failure?: Failed }): void {
    if (failure === this.unheard) this.unheard = undefined;
    if (failure) throw failure.error;
  }
}

interface Failed {
  readonly error: unknown;
}
