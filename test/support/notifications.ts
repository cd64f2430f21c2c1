import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** A queue of arrivals, each taken once. */
class Arrivals<T> {
  private readonly waiting: ((value: T) => void)[] = [];
  private readonly arrived: T[] = [];

  protected push(value: T): void {
    const next = this.waiting.shift();
    if (next) next(value);
    else this.arrived.push(value);
  }

  /** Returns the next one, once it arrives. */
  next(): Promise<T> {
    const value = this.arrived.shift();
    return value === undefined
      ? new Promise((resolve) => this.waiting.push(resolve))
      : Promise.resolve(value);
  }
}

/** The resource updates that a client receives. */
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

/** The notifications of a changed list that a client receives. */
export class ListChanged extends Arrivals<true> {
  constructor(client: Client, list: keyof typeof LISTS) {
    super();
    client.setNotificationHandler(LISTS[list], () => this.push(true));
  }
}
