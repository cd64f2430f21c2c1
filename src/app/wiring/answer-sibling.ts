import type { EngineQuestion } from '../../operations/engine-beside-others';
import type { Setup } from '../pack';

/** Answers what another process of the same app asks about the operations of this one; undefined if it has none. */
export async function answerSibling(setup: Setup, question: unknown): Promise<unknown> {
  const { operationsIfMade } = await import('./make-operations.js');
  const made = await operationsIfMade(setup);
  if (!made) return undefined;
  const { answerEngine } = await import('../../operations/engine-beside-others.js');
  return answerEngine(made.own, question as EngineQuestion);
}
