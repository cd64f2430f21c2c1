import type { WireResult } from '../outcome';
import type { Io } from './command';

// The note at the end of an answer over the budget.
const CUT = /^\[(?:This is only|Nothing is shown).* read on with \S+ \{"handle":/;

/**
 * Says that another server's answer was cut, as it is for every client: what the server kept belongs to this connection, so
 * that a person can't read on.
 */
export function tellIfCut({ content }: WireResult, io: Io): void {
  if (!content.some((block) => block.type === 'text' && CUT.test(block.text))) return;
  io.stderr(
    'note: the server cut its answer, as it does for clients, and the handle ends with this call. For everything, call the ' +
      "app itself (--app FILE), or set the server's answers.budget to 0 (TOOLWRIGHT_ANSWERS_BUDGET=0)\n",
  );
}
