import type { Category, Collection } from './category';
import { parseExpression, type Expression } from './expression';

/** Documents to find: a category and the patterns that apply to it. */
export interface Want {
  readonly name: string;
  readonly category: Category;
  readonly patterns: readonly string[];
}

/** The categories and collections that names refer to. */
export interface Names {
  readonly categories: ReadonlyMap<string, Category>;
  readonly collections: ReadonlyMap<string, Collection>;
}

/** Thrown for an unknown name. */
export class UnknownNameError extends Error {
  constructor(
    readonly unknown: string,
    readonly collection?: string,
  ) {
    super(collection === undefined ? unknown : `${unknown} (referenced by collection '${collection}')`);
    this.name = 'UnknownNameError';
  }
}

/** The default patterns, which match everything. */
const ALL = ['**/*'];

/**
 * Resolves an expression to categories and patterns, in its order, each pair once. Names are looked up as collections
 * first, but inside a collection as categories first; patterns are passed to members that have none. Cycles end silently.
 */
export function planContent(expression: Expression, names: Names): Want[] {
  const plan = new Plan(names);
  for (const item of expression.items) {
    if (names.collections.has(item.name)) plan.addCollection(item.name, item.patterns);
    else plan.addCategory(item.name, item.patterns);
  }
  return plan.wants;
}

class Plan {
  readonly wants: Want[] = [];
  private readonly seen = new Set<string>();

  constructor(private readonly names: Names) {}

  addCollection(name: string, patterns: readonly string[]): void {
    if (this.repeated('collection', name, patterns)) return;
    for (const member of this.names.collections.get(name)!.categories) {
      for (const item of parseExpression(member).items) {
        const own = item.patterns.length ? item.patterns : patterns;
        if (!this.names.categories.has(item.name) && this.names.collections.has(item.name)) {
          this.addCollection(item.name, own);
        } else this.addCategory(item.name, own, name);
      }
    }
  }

  addCategory(name: string, patterns: readonly string[], collection?: string): void {
    const category = this.names.categories.get(name);
    if (!category) throw new UnknownNameError(name, collection);
    if (this.repeated('category', name, patterns)) return;
    this.wants.push({ name, category, patterns: effective(category, patterns) });
  }

  private repeated(kind: string, name: string, patterns: readonly string[]): boolean {
    const key = JSON.stringify([kind, name, [...patterns].sort()]);
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }
}

// A single pattern with a trailing slash narrows the category's own patterns to a folder rather than replacing them.
function effective(category: Category, patterns: readonly string[]): readonly string[] {
  const own = category.patterns.length ? category.patterns : ALL;
  const [only] = patterns;
  if (patterns.length === 1 && only!.endsWith('/')) {
    const inside = own.filter((pattern) => pattern.startsWith(only!));
    return inside.length
      ? inside
      : own.filter((pattern) => pattern.startsWith('**/')).map((pattern) => `${only}${pattern}`);
  }
  return patterns.length ? patterns : own;
}
