import { MissingCapabilityError } from '../errors';
import type { Question } from '../tool-context';

/** Words a question as the protocol's `elicitation/create`; throws if the client can't be asked that way. */
export function elicitation(question: Question, can: Record<string, unknown>): Record<string, unknown> {
  const { message, url } = question;
  if (url !== undefined) {
    if (can['url'] === undefined) throw new MissingCapabilityError({ elicitation: { url: {} } });
    return { mode: 'url', message, url };
  }
  // A client that names no mode takes forms.
  if (can['form'] === undefined && can['url'] !== undefined)
    throw new MissingCapabilityError({ elicitation: { form: {} } });
  return { mode: 'form', message, requestedSchema: question.schema ?? { type: 'object', properties: {} } };
}
