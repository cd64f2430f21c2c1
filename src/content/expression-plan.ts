import type { Category, Collection } from './category';
import { parseExpression, type Expression } from './expression';

/** Documents to find: a category and the patterns that apply to it. */
export interface Want {
  readonly name: string;
  readonly category: Category;
  readonly patterns: readonly string[];
  /** For each pattern, the part of the expression it stands for: what is missing if nothing is found for it. */
  readonly asked: readonly string[];
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
    else plan.addCategory(item.name, item.patterns, item.name);
  }
  return plan.wants;
}

class Plan {
  readonly wants: Want[] = [];
  private readonly seen = new Set<string>();

  constructor(private readonly names: Names) {}

  /** Adds a collection's members; `asked` names what hands down the patterns, if it isn't this collection. */
  addCollection(name: string, patterns: readonly string[], asked = name): void {
    if (this.repeated('collection', name, patterns)) return;
    for (const member of this.names.collections.get(name)!.categories) {
      for (const item of parseExpression(member).items) {
        const own = item.patterns.length > 0;
        const wanted = own ? item.patterns : patterns;
        const label = own || !patterns.length ? item.name : asked;
        if (!this.names.categories.has(item.name) && this.names.collections.has(item.name)) {
          this.addCollection(item.name, wanted, label);
        } else this.addCategory(item.name, wanted, label, name);
      }
    }
  }

  addCategory(name: string, patterns: readonly string[], asked: string, collection?: string): void {
    const category = this.names.categories.get(name);
    if (!category) throw new UnknownNameError(name, collection);
    if (this.repeated('category', name, patterns)) return;
    this.wants.push({ name, category, ...effective(category, patterns, asked) });
  }

  private repeated(kind: string, name: string, patterns: readonly string[]): boolean {
    const key = JSON.stringify([kind, name, [...patterns].sort()]);
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }
}

// A single pattern with a trailing slash narrows the category's own patterns to a folder rather than replacing them.
function effective(
  category: Category,
  patterns: readonly string[],
  asked: string,
): Pick<Want, 'patterns' | 'asked'> {
  const own = category.patterns.length ? category.patterns : ALL;
  const [only] = patterns;
  if (only === undefined) return { patterns: own, asked: own.map(() => asked) };
  if (patterns.length > 1 || !only.endsWith('/'))
    return { patterns, asked: patterns.map((pattern) => `${asked}/${pattern}`) };
  const inside = own.filter((pattern) => pattern.startsWith(only));
  const narrowed = inside.length
    ? inside
    : own.filter((pattern) => pattern.startsWith('**/')).map((pattern) => `${only}${pattern}`);
  // Where no pattern reaches into the folder, the folder is still what was asked for.
  const label = `${asked}/${only}`;
  return { patterns: narrowed, asked: narrowed.length ? narrowed.map(() => label) : [label] };
}
