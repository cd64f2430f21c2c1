import { Arg } from '../decorators';
import { Setting } from './setting';

/** What clients carry between the rounds of a question, how long they may keep lists, and how many streams they may open. */
export class ClientSettings {
  @Arg({
    description:
      'The secret that seals the state of calls which wait for an answer; processes that serve the same clients share it, a process alone makes its own',
    optional: true,
    minLength: 16,
    secret: true,
  })
  @Setting({ variable: 'STATE_SECRET' })
  stateSecret?: string;

  @Arg({
    description: 'How long a user may take to answer, in seconds',
    type: 'integer',
    minimum: 10,
    maximum: 86_400,
  })
  answerSeconds = 900;

  @Arg({
    description:
      'A directory where processes that share `state_secret` remember which states were used; by default that is in the Redis that keys are shared in, else each remembers its own',
    optional: true,
    minLength: 1,
  })
  usedStates?: string;

  @Arg({
    description:
      'The name of the user on stdio: keys, operations and kept answers then belong to this user in every process that shares them, instead of to one connection',
    optional: true,
    pattern: '^[\\w.@+-]{1,128}$',
    example: 'ada',
  })
  @Setting({ variable: 'PRINCIPAL' })
  principal?: string;

  @Arg({
    description: 'How long clients may keep the lists of tools, prompts and resources, in seconds',
    type: 'integer',
    minimum: 0,
    maximum: 86_400,
  })
  listTtl = 0;

  @Arg({
    description:
      'Maximum number of `subscriptions/listen` streams that one caller has open at once: a connection, or over HTTP a principal',
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
  })
  maxStreams = 100;
}
