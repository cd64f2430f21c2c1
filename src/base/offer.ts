/** A tool as `tools/list` sends it; nothing about it is checked. */
export interface OfferedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

/** A prompt as `prompts/list` sends it. */
export interface OfferedPrompt {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments?: readonly OfferedPromptArgument[] | undefined;
}

/** One argument of a prompt. */
export interface OfferedPromptArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** A resource as `resources/list` sends it. */
export interface OfferedResource {
  readonly uri: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** A template of resources as `resources/templates/list` sends it. */
export interface OfferedTemplate {
  readonly uriTemplate: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** Everything a server lists, as a client reads it. */
export interface ServerOffer {
  readonly server?: { readonly name: string; readonly version: string } | undefined;
  readonly instructions?: string | undefined;
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly OfferedResource[];
  readonly templates: readonly OfferedTemplate[];
  /** URIs of the resources that a class declares, which `list()` of none returned; unknown of a server elsewhere. */
  readonly fixed?: readonly string[] | undefined;
}
