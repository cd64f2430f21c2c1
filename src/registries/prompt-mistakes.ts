import type { PromptClass } from '../decorators';
import { AuthorError } from '../errors';
import { validatorOf } from '../schema/validate';
import { describePrompt, noteOfPrompt } from './prompt-description';

// Clients make commands of prompts, which end at a space.
const PROMPT_NAME = /^[\w./-]{1,64}$/;

/** Refuses a prompt class that can't be described or rendered. */
export function refuseWrongPrompt(cls: PromptClass): void {
  const { name, args } = noteOfPrompt(cls);
  if (!PROMPT_NAME.test(name))
    throw new AuthorError(
      cls.name,
      `has the name '${name}', by which clients can't offer it as a command.`,
      'Use at most 64 letters, digits, _, -, . and /.',
    );
  if (typeof (cls.prototype as { render?: unknown }).render !== 'function')
    throw new AuthorError(cls.name, 'has no method `render`.', 'Add `render(args, context)`.');
  describePrompt(cls);
  if (args) validatorOf(args);
}

/** The mistake of two prompts with one name, registered together. */
export function doubledPrompt(name: string): AuthorError {
  return new AuthorError(
    `prompt '${name}'`,
    'has a name that another prompt has, so only the last of them is served.',
    'Rename one of them.',
  );
}
