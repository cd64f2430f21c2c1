import { isObject } from '../base/json-value';
import { MetaKey } from '../serve/modern/protocol-era';
import type { WireMessage } from './version-messages';

// No client uses such ids, so their replies can be told from those that clients wait for.
const OWN = '~toolwright-dev-';

/** What a client of the legacy era has said that holds for the whole connection, so that each new version can be told. */
export class ClientMemory {
  private hello: WireMessage | undefined;
  private initialized: WireMessage | undefined;
  private level: WireMessage | undefined;
  private readonly subscribed = new Map<unknown, WireMessage>();
  private readonly acknowledged = new Set<unknown>();

  get greeted(): boolean {
    return this.hello !== undefined;
  }

  note(message: WireMessage): void {
    const params = isObject(message['params']) ? message['params'] : {};
    switch (message['method']) {
      case 'initialize':
        this.hello = message;
        return;
      case 'notifications/initialized':
        this.initialized = message;
        return;
      case 'logging/setLevel':
        this.level = message;
        return;
      case 'resources/subscribe':
        this.subscribed.set(params['uri'], message);
        return;
      case 'resources/unsubscribe':
        this.subscribed.delete(params['uri']);
        return;
    }
  }

  /** The messages that tell a new version all of it, in order; nobody waits for their replies. */
  retold(): WireMessage[] {
    const { hello, initialized, level, subscribed } = this;
    const said = [hello, initialized, level, ...subscribed.values()].filter(
      (message) => message !== undefined,
    );
    return said.map((message, at) => ('id' in message ? { ...message, id: `${OWN}${at}` } : message));
  }

  /** Returns whether a stream was acknowledged before, by an earlier version. */
  repeated(params: WireMessage): boolean {
    const id = (params['_meta'] as WireMessage | undefined)?.[MetaKey.subscription];
    if (this.acknowledged.has(id)) return true;
    this.acknowledged.add(id);
    return false;
  }
}
