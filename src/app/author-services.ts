import type { App, AppContext } from './app';

/** What an author's classes require: bound once, when the first of them is needed, and tried again after a failure. */
export class AuthorServices {
  private bound: Promise<void> | undefined;
  private hasFailed = false;
  private verifying = false;

  constructor(
    private readonly app: App,
    private readonly context: AppContext,
  ) {}

  /** Binds it; undefined if there is nothing to bind. */
  bind(): Promise<void> | undefined {
    const { services, settings } = this.app.options;
    if (!services && !settings) return undefined;
    return (this.bound ??= this.binding().catch((error: unknown) => {
      this.hasFailed = true;
      if (!this.verifying) this.again();
      throw error;
    }));
  }

  /** Runs what looks at every class, for which a failure is one, and not one for each. */
  async whileVerifying<T>(look: () => Promise<T>): Promise<T> {
    this.verifying = true;
    try {
      return await look();
    } finally {
      this.verifying = false;
      if (this.hasFailed) this.again();
    }
  }

  private again(): void {
    this.hasFailed = false;
    this.bound = undefined;
  }

  private async binding(): Promise<void> {
    const { options, name } = this.app;
    const { container } = this.context.registry.instances;
    if (options.settings) container.set({ id: options.settings, value: this.context.settings });
    try {
      await options.services?.(container, this.context);
    } catch (error) {
      const { hookFailure, hookFailureInCall } = await import('./author-hooks.js');
      throw (this.verifying ? hookFailure : hookFailureInCall)(name, 'services', error);
    }
  }
}
