import type { DeliveryQueue } from './operation-delivery';
import type { SharedStore } from './shared-store';

const SWEEPS_A_LEASE = 4;

/** Looks again and again for operations that lost their worker or their place in the queue, and for old ones. */
export class OperationSweeper {
  private readonly timer: NodeJS.Timeout;
  private sweeping = false;

  constructor(
    private readonly store: SharedStore,
    private readonly queue: DeliveryQueue,
    private readonly jobs: string,
    private readonly leaseMs: number,
    private readonly onLost: (ids: readonly string[]) => void = () => undefined,
  ) {
    this.timer = setInterval(() => void this.sweep(), leaseMs / SWEEPS_A_LEASE).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  // What fails because Redis is away is done by the next sweep, here or elsewhere.
  private async sweep(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      const { again, lost } = await this.store.sweep(this.jobs, this.leaseMs);
      for (const delivery of again) await this.queue.add(delivery);
      if (lost.length) this.onLost(lost);
    } catch {
      // Tried again.
    } finally {
      this.sweeping = false;
    }
  }
}
