import { UsageError } from './command';

/** Splits a command into words as a shell would: quotes group, a backslash takes the next character as it is. */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (quote) {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"' && /["\\]/.test(line[at + 1] ?? '')) word += line[++at]!;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      const escaped = character === '\\' && at + 1 < line.length;
      word = (word ?? '') + (escaped ? line[++at]! : character);
    }
  }
  if (quote) throw new UsageError(`a quote (${quote}) is not closed in: ${line}`);
  if (word !== undefined) words.push(word);
  return words;
}
