import { inSet, type CharacterSet } from './glob-set';
import { GlobError, parseGlob, type GlobNode, type GlobSyntax } from './glob-syntax';

export { GlobError, isGlob, type GlobSyntax } from './glob-syntax';

type State =
  | { readonly kind: 'char'; readonly code: number; readonly next: number }
  | { readonly kind: 'one' | 'any'; readonly next: number }
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly next: number }
  | { readonly kind: 'split'; readonly next: number[] }
  | { readonly kind: 'end' };

const MOST_STATES = 20_000;
const SLASH = 0x2f;

/**
 * A shell-style pattern that matches whole names or paths, case-sensitively. All possible states are followed at once,
 * so that matching takes at most the length of the text times that of the pattern, whatever the pattern.
 */
export class Glob {
  /** The number of states visited so far, over all texts: the cost of matching, for callers with a limit. */
  steps = 0;
  private readonly states: State[] = [{ kind: 'end' }];
  private readonly start: number;
  private readonly seen: Uint32Array;
  private turn = 0;
  private readonly stack: number[] = [];

  constructor(pattern: string, syntax: GlobSyntax) {
    this.start = this.compile(parseGlob(pattern, syntax), 0);
    this.seen = new Uint32Array(this.states.length);
  }

  /** Returns whether the whole text matches. */
  matches(text: string): boolean {
    let now: number[] = [];
    let next: number[] = [];
    this.enter(this.start, now, ++this.turn);
    for (let at = 0; at < text.length && now.length > 0; at++) {
      const code = text.codePointAt(at)!;
      if (code > 0xffff) at++;
      this.turn++;
      for (const index of now) {
        const state = this.states[index]!;
        if (state.kind !== 'split' && state.kind !== 'end' && accepts(state, code))
          this.enter(state.next, next, this.turn);
      }
      [now, next] = [next, now];
      next.length = 0;
    }
    if (this.turn > 0xf000_0000) this.forgetTurns();
    return now.some((index) => this.states[index]!.kind === 'end');
  }

  // Adds a state, and those reachable from it without a character.
  private enter(index: number, to: number[], turn: number): void {
    this.stack.push(index);
    for (let at = this.stack.pop(); at !== undefined; at = this.stack.pop()) {
      this.steps++;
      if (this.seen[at] === turn) continue;
      this.seen[at] = turn;
      const state = this.states[at]!;
      if (state.kind === 'split') this.stack.push(...state.next);
      else to.push(at);
    }
  }

  private forgetTurns(): void {
    this.turn = 0;
    this.seen.fill(0);
  }

  // Built from the end to the beginning, so that each state knows its successors.
  private compile(node: GlobNode, next: number): number {
    switch (node.kind) {
      case 'sequence':
        return node.nodes.reduceRight((after, inner) => this.compile(inner, after), next);
      case 'choice':
        return this.add({ kind: 'split', next: node.nodes.map((inner) => this.compile(inner, next)) });
      case 'repeat': {
        const branches = [next];
        const split = this.add({ kind: 'split', next: branches });
        branches.push(this.compile(node.node, split));
        return split;
      }
      default:
        return this.add({ ...node, next });
    }
  }

  private add(state: State): number {
    if (this.states.length >= MOST_STATES) throw new GlobError('it stands for too many alternatives');
    return this.states.push(state) - 1;
  }
}

function accepts(state: Exclude<State, { kind: 'split' | 'end' }>, code: number): boolean {
  switch (state.kind) {
    case 'char':
      return state.code === code;
    case 'one':
      return code !== SLASH;
    case 'any':
      return true;
    default:
      return inSet(state.set, code);
  }
}
