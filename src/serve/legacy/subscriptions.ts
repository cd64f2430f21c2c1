import type { MethodRequest, Params } from '../method';
import { uriOf } from '../parts/resources';
import type { Watch } from '../server-options';
import { invalidParams } from '../wire-error';

/** The maximum number of subscriptions per client. */
const MAX_SUBSCRIPTIONS = 1_000;

/** One legacy client's resource subscriptions; each resource is watched once, however often it was requested. */
export class Subscriptions {
  private readonly stops = new Map<string, () => void>();

  constructor(
    private readonly watch: Watch,
    private readonly updated: (uri: string) => void,
  ) {}

  /** Handles `resources/subscribe`. */
  async add(params: Params, request: Pick<MethodRequest, 'session' | 'log'>): Promise<object> {
    const uri = uriOf('resources/subscribe', params['uri']);
    if (this.stops.has(uri)) return {};
    if (this.stops.size >= MAX_SUBSCRIPTIONS)
      throw invalidParams('resources/subscribe: too many subscriptions');
    const stop = await this.watch(uri, () => this.updated(uri), request);
    if (this.stops.has(uri)) stop();
    else this.stops.set(uri, stop);
    return {};
  }

  /** Handles `resources/unsubscribe`. */
  remove(params: Params): object {
    const uri = uriOf('resources/unsubscribe', params['uri']);
    this.stops.get(uri)?.();
    this.stops.delete(uri);
    return {};
  }

  clear(): void {
    for (const stop of this.stops.values()) stop();
    this.stops.clear();
  }
}
