import type { KeptAnswer, KeptLimits } from '../answers/kept-answers';
import type { Hook } from '../app/author-hooks';
import type { HttpSettings, Origin } from '../config';
import type { DeclaredArguments } from './declared-arguments';
import type { Last } from '../serve/method';
import type { HttpCaller } from '../serve/http/http-audiences';
import type { Principal } from '../serve/http/auth/principal';

/** What the front process says to the process of a version. */
export type ToVersion =
  | {
      readonly kind: 'open';
      /** The module that exports the app, ready to be loaded. */
      readonly entry: string;
      /** The settings of the command line. */
      readonly args: readonly string[];
      /** Seals the state of calls that wait for answers; the same for all versions, so that any of them can go on. */
      readonly stateSecret: string;
    }
  | {
      readonly kind: 'begin';
      readonly client: number;
      readonly caller: HttpCaller;
      /** Who was authenticated, for a client over HTTP; absent for one on a pipe, to which everything is granted. */
      readonly network?: { readonly principal?: Principal | undefined };
    }
  | {
      readonly kind: 'take';
      readonly client: number;
      readonly message: WireMessage;
      /** The headers of a modern request over HTTP. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The server ends: what runs for the client is to return now, and is still answered. */
  | { readonly kind: 'hurry'; readonly client: number }
  | { readonly kind: 'end'; readonly client: number }
  /** Another version asks about what this one holds. */
  | { readonly kind: 'asked'; readonly number: number; readonly question: unknown }
  /** What the others replied to its question of that number. */
  | { readonly kind: 'told'; readonly number: number; readonly values: readonly unknown[] }
  | { readonly kind: 'banner'; readonly command: readonly string[]; readonly url?: string }
  | { readonly kind: 'close' };

/** What the process of a version says to the front process. */
export type FromVersion =
  | { readonly kind: 'ready'; readonly facts: VersionFacts }
  /** Its tools or prompts changed. */
  | { readonly kind: 'declared'; readonly declared: DeclaredArguments }
  | { readonly kind: 'failed'; readonly text: string; readonly isUsage: boolean }
  | {
      readonly kind: 'sent';
      readonly client: number;
      readonly json: string;
      /** The request that it belongs to, if it belongs to one. */
      readonly about?: unknown;
      readonly last?: Last;
    }
  /** A tool threw; told before the answer, which doesn't say where. */
  | { readonly kind: 'threw'; readonly message: string; readonly frames: readonly string[] }
  /** A hook of the author's is about to run, since it is closed. */
  | { readonly kind: 'closes'; readonly hook: Hook }
  /** It asks the other versions, or for an answer that was kept. */
  | { readonly kind: 'asks'; readonly number: number; readonly question: unknown }
  | { readonly kind: 'seeks'; readonly number: number; readonly owner: string; readonly handle: string }
  /** What it replies to the question that was given this number. */
  | { readonly kind: 'replies'; readonly number: number; readonly value?: unknown }
  /** The configuration file that it was opened with has changed. */
  | { readonly kind: 'reconfigured' }
  /** An answer that is to be readable after its end. */
  | {
      readonly kind: 'keeps';
      readonly owner: string;
      readonly answer: KeptAnswer;
      readonly limits: KeptLimits;
    }
  | { readonly kind: 'banner'; readonly text: string };

/** A JSON-RPC message. */
export type WireMessage = Record<string, unknown>;

/** What the front process needs to know about a version. */
export interface VersionFacts {
  readonly name: string;
  readonly tools: readonly string[];
  /** The lists whose changes it announces, as notifications. */
  readonly announced: readonly string[];
  /** How long running calls get to finish when the server ends. */
  readonly graceMs: number;
  /** The headers that repeat arguments of tools. */
  readonly headers: readonly string[];
  readonly http: HttpSettings;
  /** Where it is set what to listen on. */
  readonly listenOrigin: Origin;
  readonly declared: DeclaredArguments;
}

/** A process on the other end of a channel. */
export interface VersionProcess {
  send(message: ToVersion): void;
  onMessage(listener: (message: FromVersion) => void): void;
  /** Called once, with how the process ended. */
  onExit(listener: (how: string) => void): void;
  kill(): void;
}
