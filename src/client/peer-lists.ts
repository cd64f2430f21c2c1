import type { ObjectSchema } from '../base/json-schema';

/** A tool as a server lists it. */
export interface PeerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: Record<string, unknown>;
  readonly annotations?: Record<string, unknown>;
  /** The names of its secret arguments, where an app knows them; another server says so in the schema only. */
  readonly secrets?: readonly string[];
  /** Listed by an app, but turned off. */
  readonly disabled?: boolean;
}

/** A prompt as a server lists it. */
export interface PeerPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string | undefined;
  readonly arguments?: readonly {
    name: string;
    description?: string | undefined;
    required?: boolean | undefined;
  }[];
}

/** A resource, or a template of resources, as a server lists it. */
export interface PeerResource {
  readonly uri: string;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** One message of a prompt. */
export interface PeerMessage {
  readonly role: string;
  readonly content: { readonly type: string; readonly text?: string };
}

/** One part of a resource: text, or bytes in base64. */
export interface PeerContents {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string;
  readonly blob?: string;
}
