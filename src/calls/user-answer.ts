import { isObject } from '../base/json-value';
import type { UserAnswer } from '../tool-context';

/** Returns a valid answer as tools see it: one that accepts has content, even if nothing was to be filled in. */
export function userAnswer(action: UserAnswer['action'], content?: unknown): UserAnswer {
  return action === 'accept' ? { action, content: isObject(content) ? content : {} } : { action };
}
