import { bracketEnd } from './glob-set';

/** A group such as `{a,b}` or `@(a|b)`: the positions of its separators and of its end. */
export interface GlobGroup {
  readonly open: number;
  readonly separators: readonly number[];
  readonly close: number;
}

interface OpenGroup {
  readonly open: number;
  readonly brace: boolean;
  readonly commas: number[];
  readonly bars: number[];
}

/** Returns the closed groups by the position of their `{` or `(`; braces count only with alternatives or a range. */
export function groupsIn(chars: readonly string[]): Map<number, GlobGroup> {
  const groups = new Map<number, GlobGroup>();
  const stack: OpenGroup[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    if (char === '\\') at++;
    else if (char === '[') at = Math.max(at, bracketEnd(chars, at));
    else if (char === '{' || (char === '(' && opensGroup(chars, at)))
      stack.push({ open: at, brace: char === '{', commas: [], bars: [] });
    else if (char === ',') stack.at(-1)?.commas.push(at);
    else if (char === '|') stack.at(-1)?.bars.push(at);
    else if (char === '}' || char === ')') {
      const group = closed(stack, char === '}');
      if (group && isGroup(group, chars, at))
        groups.set(group.open, {
          open: group.open,
          separators: group.brace ? group.commas : group.bars,
          close: at,
        });
    }
  }
  return groups;
}

/** Returns whether a parenthesis follows an operator, as in `@(`; others are plain characters. */
export function opensGroup(chars: readonly string[], at: number): boolean {
  return at > 0 && '?*+@!'.includes(chars[at - 1]!);
}

// The innermost open group of a kind; groups opened inside it never close, so their separators belong to this one.
function closed(stack: OpenGroup[], brace: boolean): OpenGroup | undefined {
  const index = stack.findLastIndex((group) => group.brace === brace);
  if (index < 0) return undefined;
  const [group, ...unclosed] = stack.splice(index);
  for (const inner of unclosed) {
    group!.commas.push(...inner.commas);
    group!.bars.push(...inner.bars);
  }
  return group;
}

function isGroup({ open, brace, commas }: OpenGroup, chars: readonly string[], close: number): boolean {
  return !brace || commas.length > 0 || rangeIn(chars, open, close) !== undefined;
}

/** Returns the ends of a range of numbers or letters, as in `{1..12}`. */
export function rangeIn(chars: readonly string[], open: number, close: number): [string, string] | undefined {
  const text = chars.slice(open + 1, close).join('');
  const ends = /^(\d{1,9})\.\.(\d{1,9})$|^([a-z])\.\.([a-z])$|^([A-Z])\.\.([A-Z])$/
    .exec(text)
    ?.slice(1)
    .filter(Boolean);
  return ends && [ends[0]!, ends[1]!];
}
