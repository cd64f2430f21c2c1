import type { PeerPrompt, PeerResource, PeerTool } from '../client/peer-lists';

/** The size of a text in an agent's context. */
export interface Size {
  readonly bytes: number;
  readonly tokens: number;
}

/** A tool in the catalogue. */
export interface ShownTool extends PeerTool {
  /** What its entry in the list costs; absent if it isn't listed. */
  readonly cost?: Size;
}

/** Everything that a server offers, and what it costs an agent to know of it. */
export interface Catalogue {
  readonly name: string;
  readonly version?: string;
  /** Where it comes from, in words: a file, a command or an address. */
  readonly from: string;
  /** Whether it is an app opened in this process, of which the policy and inner calls are known. */
  readonly isApp: boolean;
  /** Whether calls can be saved as tests, which need a module that exports the app. */
  readonly savesTests: boolean;
  /** What the tests of the app's project are run by, if that is known. */
  readonly testRunner?: 'jest' | 'vitest' | 'node';
  readonly instructions?: string;
  readonly tools: readonly ShownTool[];
  readonly prompts: readonly PeerPrompt[];
  readonly resources: readonly PeerResource[];
  /** The list of tools and the instructions together. */
  readonly total: Size;
}

/** One step of what the policy decided, and the rule that decided it. */
export interface ShownDecision {
  readonly allowed: boolean;
  readonly reason: string;
  readonly rule: string;
  readonly where: string;
}

/** What is wrong with one argument. */
export interface ShownProblem {
  /** Where it is, such as `stops[1]` or `hotel.stars`; empty for the arguments as a whole. */
  readonly field: string;
  readonly message: string;
}

/** What the policy and consent say about a call. */
export interface CallVerdict {
  /** `silent` if no rule concerns the call, `invalid` if its arguments are wrong, `unknown` for other servers. */
  readonly policy: 'allowed' | 'refused' | 'silent' | 'invalid' | 'unknown';
  readonly decisions: readonly ShownDecision[];
  /** What is wrong with the arguments, by the tool's own schema. */
  readonly problems?: readonly ShownProblem[];
  /** What happens about the user's consent, and by which setting; absent if it isn't known. */
  readonly consent?: { readonly needed: boolean; readonly text: string; readonly where: string };
}

/** One content block, as a server sent it. */
export type Block = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What a tool answered. */
export interface ShownResult {
  readonly content: readonly Block[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

/** A question that waits for the person in front of the page. */
export interface ShownQuestion {
  readonly number: number;
  readonly message: string;
  readonly schema?: Record<string, unknown>;
  readonly url?: string;
}

/** A stretch of time within a call: the call itself, a call that its tool made, or a question to the user. */
export interface Span {
  readonly number: number;
  /** The span within which it happened. */
  readonly parent?: number;
  readonly kind: 'call' | 'question';
  readonly name: string;
  /** Milliseconds after the call began. */
  readonly from: number;
  /** Milliseconds it took; absent while it goes on. */
  readonly took?: number;
  readonly failed?: boolean;
}

/** One call: what was asked, how it goes, and what came of it. */
export interface CallRecord {
  readonly id: number;
  readonly tool: string;
  /** What it was called with; on the page without secrets. */
  readonly args: Record<string, unknown>;
  /** Whether something stands hidden in the arguments. */
  readonly hidesSecrets?: boolean;
  /** When it began, in milliseconds of Unix time. */
  readonly at: number;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly verdict?: CallVerdict;
  readonly progress?: { readonly progress: number; readonly total?: number; readonly message?: string };
  readonly question?: ShownQuestion;
  readonly spans: readonly Span[];
  readonly took?: number;
  readonly result?: ShownResult;
  /** Why there is no result. */
  readonly problem?: string;
  readonly cost?: Size;
}

/** A line of the log. */
export interface LogEntry {
  readonly at: number;
  readonly level: string;
  readonly text: string;
}

/** What the page is told while it is open. */
export type PageEvent =
  | {
      readonly kind: 'hello';
      readonly calls: readonly CallRecord[];
      readonly log: readonly LogEntry[];
      readonly ended?: string | undefined;
    }
  | { readonly kind: 'calls'; readonly calls: readonly CallRecord[] }
  | { readonly kind: 'log'; readonly log: readonly LogEntry[] }
  | { readonly kind: 'changed' }
  /** The server ended, and how; without that it runs again. */
  | { readonly kind: 'ended'; readonly ended?: string | undefined };

/** The answer to a question. */
export interface PageAnswer {
  readonly id: number;
  readonly number: number;
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, unknown>;
}

/** What a call is saved as: the source of a test, or a recording where there is no app that a test could import. */
export interface SavedCalls {
  readonly file: string;
  readonly text: string;
}
