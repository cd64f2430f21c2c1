import { isObject } from '../../base/json-value';
import { compileCheck } from '../../json/checker';
import type { Problem } from '../../json/problem';
import type { Question } from '../../tool-context';

const ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel'];

/** Returns whether a client's answer is one to this question: a known action, and content that its schema allows. */
export function isAnswer(answer: Record<string, unknown>, { schema, url }: Question): boolean {
  if (!ACTIONS.includes(answer['action'])) return false;
  const { content } = answer;
  if (content !== undefined && !isObject(content)) return false;
  if (answer['action'] !== 'accept' || url !== undefined || !schema) return true;
  const problems: Problem[] = [];
  compileCheck(schema, 'The schema of a question')(content ?? {}, {
    problems,
    repairs: [],
    repairing: false,
  });
  return problems.length === 0;
}
