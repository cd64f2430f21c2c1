import { aFunction, aWord, type OptionKind, type OptionKinds } from '../base/option-kind';
import type { FakeUser } from './fake-user';

/** How a test's client is made. */
export interface ClientChoices {
  /** Answers the questions of tools; without it the client can't be asked, as many can't. */
  readonly user?: FakeUser;
  /** Answers in place of the client's model. */
  readonly model?: (request: Record<string, unknown>) => string;
  /** The revisions that the client speaks: up to 2025-11-25, which is the default, or 2026-07-28. */
  readonly era?: 'legacy' | 'modern';
}

const aUser: OptionKind<FakeUser> = {
  is: 'a list of answers or a function',
  cure: 'Write answers in brackets, such as [true, { name: "x" }], or a function of the question.',
  fits: (value) => Array.isArray(value) || typeof value === 'function',
};

/** What kind of value each choice for a test's client takes. */
export const CLIENT_CHOICES: OptionKinds<ClientChoices> = {
  user: aUser,
  model: aFunction,
  era: aWord(['legacy', 'modern']),
};
