import type { KeptAnswer, KeptLimits } from '../answers/kept-answers';

/** Other processes that serve the same clients with other builds of the app: what one holds for a caller, the others can reach. */
export interface Siblings {
  /** Asks each of the others; returns what those said that are still there. Questions and answers are plain data. */
  ask(question: unknown): Promise<readonly unknown[]>;
  /** Says that the configuration file changed: whoever starts these processes opens the app anew with it. */
  reconfigured(): void;
  /** Puts an answer where it outlives this process. */
  keep(owner: string, answer: KeptAnswer, limits: KeptLimits): void;
  /** Returns an answer that one of them, or this one, has put there. */
  kept(owner: string, handle: string): Promise<KeptAnswer | undefined>;
}
