import { Glob, isGlob } from '../disk/glob';

const ESCAPED = /\\(.)/g;

type Part =
  | { readonly deep: true }
  | { readonly deep: false; readonly literal?: string; readonly test: (name: string) => boolean };

/** A pattern for the paths of documents, matched name by name: each state is the part that may match next. */
export class PathPattern {
  private readonly parts: readonly Part[];

  constructor(parts: readonly string[]) {
    this.parts = parts.map((part) => {
      if (part === '**') return { deep: true };
      if (!isGlob(part.replace(ESCAPED, ''))) {
        const literal = part.replace(ESCAPED, '$1');
        const composed = literal.normalize();
        return { deep: false, literal, test: (name) => name.normalize() === composed };
      }
      const glob = new Glob(part.normalize(), 'name');
      return { deep: false, test: (name) => glob.matches(name.normalize()) };
    });
  }

  /** The states before the first name; none if the pattern is empty. */
  start(): readonly number[] {
    return this.parts.length ? this.closure([0]) : [];
  }

  /** Matches one more name: whether the path may end with it, and the states for the names below it. */
  step(states: readonly number[], name: string): { ends: boolean; next: readonly number[] } {
    const last = this.parts.length - 1;
    let ends = false;
    const next: number[] = [];
    for (const state of states) {
      const part = this.parts[state]!;
      if (!part.deep && !part.test(name)) continue;
      ends ||= state === last;
      if (part.deep) next.push(state);
      else if (state < last) next.push(state + 1);
    }
    return { ends, next: this.closure(next) };
  }

  /** The only name that can match next, if there is just one. */
  literal(states: readonly number[]): string | undefined {
    const part = states.length === 1 ? this.parts[states[0]!] : undefined;
    return part && !part.deep ? part.literal : undefined;
  }

  /** Returns whether a whole path matches. */
  matches(path: readonly string[]): boolean {
    let states = this.start();
    for (const [index, name] of path.entries()) {
      const { ends, next } = this.step(states, name);
      if (index === path.length - 1) return ends;
      states = next;
    }
    return false;
  }

  // `**` also matches no folder at all, so the part after it may match immediately.
  private closure(states: readonly number[]): number[] {
    const all = new Set<number>();
    for (let state of states) {
      all.add(state);
      while (this.parts[state]?.deep && state < this.parts.length - 1) all.add(++state);
    }
    return [...all].sort((a, b) => a - b);
  }
}

/** Returns the ways to read a pattern, in order: as it is and, if it names no extension, with any extension. */
export function readingsOf(pattern: string): PathPattern[] {
  const parts = pattern.split('/').filter((part) => part !== '');
  const last = parts[parts.length - 1];
  const exact = new PathPattern(parts);
  if (last === undefined || last === '**' || last.includes('.')) return [exact];
  return [exact, new PathPattern([...parts.slice(0, -1), `${last}.*`])];
}
