import { compilePattern, type CompiledPattern } from './compiled-pattern';
import { hasOwnBytes, rarityOf, TextFinder, type LineFinder } from './line-finder';
import type { LineMatcher } from './line-match';
import type { SearchExpression } from './match-thread';

const LONGEST_PATTERN = 500;
/** States that are followed on one line before another thread does it; some 20 ms. */
const MOST_STEPS = 300_000;
/** An expression with repeat counts is compiled here up to about so many instructions. */
const MOST_COPIES = 5_000;

/** Returns a matcher for plain text, or for a regular expression in linear time. */
export async function lineMatcher(
  content: string,
  how: { regex: boolean; ignoreCase: boolean },
  signal: AbortSignal,
): Promise<LineMatcher> {
  if (how.regex) return expressionMatcher({ source: content, ignoreCase: how.ignoreCase }, signal);
  const wanted = how.ignoreCase ? content.toLowerCase() : content;
  return {
    at: (line) => (how.ignoreCase ? line.toLowerCase() : line).indexOf(wanted),
    longestLine: Infinity,
    // Lower case may be longer than the text was.
    overlap: content.length * 3,
    close: () => undefined,
    finder: how.ignoreCase ? await anyCaseFinder(wanted) : hasOwnBytes(content) && new TextFinder(content),
  };
}

// Linear time is the size of the pattern times the length of the line, so a large one is left to another thread; so is
// compiling one with large repeat counts, which stand for many copies.
async function expressionMatcher(expression: SearchExpression, signal: AbortSignal): Promise<LineMatcher> {
  const { MatchThread } = await import('./match-thread.js');
  const thread = new MatchThread(expression, signal);
  const far = { overlap: 0, elsewhere: (text: string) => thread.match(text), close: () => thread.close() };
  const { source, ignoreCase } = expression;
  if (source.length > LONGEST_PATTERN || source.length * copiesIn(source) > MOST_COPIES) {
    await thread.check();
    return { at: () => -1, longestLine: -1, finder: false, ...far };
  }
  const pattern = await compilePattern(source, ignoreCase);
  const at = (line: string): number => {
    const matcher = pattern.matcher(line);
    return matcher.find() ? matcher.start() : -1;
  };
  return {
    at,
    longestLine: MOST_STEPS / pattern.programSize(),
    finder: await expressionFinder(pattern),
    ...far,
  };
}

// Counts within counts multiply.
function copiesIn(source: string): number {
  const counts = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)];
  return counts.reduce(
    (product, [, least, most]) => product * Math.max(1, Number(least), Number(most || 0)),
    1,
  );
}

// A letter beyond ASCII may be one of ASCII in lower case: the automaton leaves these lines to the matcher.
async function anyCaseFinder(wanted: string): Promise<LineFinder> {
  const { RE2JS } = await import('re2js');
  const isAscii = Buffer.byteLength(wanted) === wanted.length;
  const pattern = await compilePattern(isAscii ? RE2JS.quote(wanted) : NOTHING, true);
  return expressionFinder(pattern, wanted.match(WITHOUT_CASE) ?? []);
}

// Only these characters of ASCII are these characters in lower case, so a line that matches holds them as they are.
const WITHOUT_CASE = /[ -@[-`{-~]+/g;

const NOTHING = '[^\\x00-\\x{10FFFF}]';

// The kinds of required texts.
const EXACT = 1;
const ALL_OF = 2;
// A text without any rarer letter is in most lines.
const RARE_ENOUGH = 12;

// `contained` are texts that every matching line contains, besides those that the expression itself requires.
async function expressionFinder(
  pattern: CompiledPattern,
  contained: readonly string[] = [],
): Promise<LineFinder> {
  const { LineAutomaton } = await import('./line-automaton.js');
  const { BeginningFinder, FilteredFinder } = await import('./filtered-finder.js');
  const { beginningOf } = await import('./match-windows.js');
  const automaton = new LineAutomaton(pattern);
  const required = pattern.re2().prefilter;
  const all = required?.type === ALL_OF ? required.subs : required ? [required] : [];
  const texts = [...all.filter(({ type }) => type === EXACT).map(({ str }) => str), ...contained];
  const worth = (text: string): number => text.length + rarityOf(text);
  const [best] = texts
    .filter((text) => hasOwnBytes(text) && worth(text) > RARE_ENOUGH)
    .sort((a, b) => worth(b) - worth(a));
  if (best !== undefined) return new FilteredFinder(new TextFinder(best), automaton);
  const beginning = beginningOf(pattern);
  return beginning ? new FilteredFinder(new BeginningFinder(beginning), automaton) : automaton;
}
