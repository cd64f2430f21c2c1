import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** Things that arrive one after another, each taken once. */
class Arrivals<T> {
  private readonly waiting: ((value: T) => void)[] = [];
  private readonly arrived: T[] = [];

  protected push(value: T): void {
    const next = this.waiting.shift();
    if (next) next(value);
    else this.arrived.push(value);
  }

  /** The next one, now or when it comes. */
  next(): Promise<T> {
    const value = this.arrived.shift();
    return value === undefined
      ? new Promise((resolve) => this.waiting.push(resolve))
      : Promise.resolve(value);
  }
}

/** Resource updates that a client hears. */
export class Updated extends Arrivals<string> {
  constructor(client: Client) {
    super();
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => this.push(params.uri));
  }
}

const LISTS = {
  tools: ToolListChangedNotificationSchema,
  prompts: PromptListChangedNotificationSchema,
  resources: ResourceListChangedNotificationSchema,
};

/** Announcements of a changed list that a client hears. */
export class ListChanged extends Arrivals<true> {
  constructor(client: Client, list: keyof typeof LISTS) {
    super();
    client.setNotificationHandler(LISTS[list], () => this.push(true));
  }
}
