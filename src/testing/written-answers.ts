import type { UserAnswer } from '../tool-context';
import type { RecordedQuestion } from './recorded-question';

const LONGEST_COMMENT = 80;

/** Writes the answers of the user to the questions of a call, each with the first line of its question beside it. */
export function writtenAnswers(asked: readonly RecordedQuestion[]): string[] {
  if (!asked.length) return [];
  return [
    'answers = [',
    ...asked.flatMap(({ message, answer }) =>
      answer ? [`  ${reply(answer)}, // ${firstLine(message)}`] : [],
    ),
    '];',
  ];
}

function reply(answer: UserAnswer): string {
  if (answer.action !== 'accept') return answer.action === 'decline' ? 'false' : JSON.stringify(answer);
  const { content } = answer;
  if (!Object.keys(content).length) return 'true';
  // An object with an action is taken for a whole answer.
  return JSON.stringify('action' in content ? answer : content);
}

// Everything that ends a line in the sources of a test would end the comment.
function firstLine(message: string): string {
  const [line = ''] = message.trim().split(/[\n\r\u2028\u2029]/, 1);
  return line.length > LONGEST_COMMENT ? `${line.slice(0, LONGEST_COMMENT)}…` : line;
}
