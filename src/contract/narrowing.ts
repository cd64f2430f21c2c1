/** How a schema refuses more than another did. */
export type NarrowingKind =
  | 'type'
  | 'enum'
  | 'required'
  | 'removed'
  | 'declared'
  | 'closed'
  | 'alternatives'
  | 'unknown'
  | 'minimum'
  | 'maximum'
  | 'multipleOf'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'format'
  | 'minItems'
  | 'maxItems'
  | 'uniqueItems'
  | 'minProperties'
  | 'maxProperties';

/** One place at which a schema refuses values that another takes. */
export interface Narrowing {
  /** Where the values are, such as `filter.since`; empty for the whole. */
  readonly path: string;
  readonly kind: NarrowingKind;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What counts as stricter besides refusing a value. */
export interface NarrowingOptions {
  /** Whether a member that is no longer declared counts, even where others are taken. */
  readonly removals: boolean;
  /** Whether only declared members count: values of others are taken to be never sent. */
  readonly declaredOnly: boolean;
}

/** Compares two parts of schemas; what it returns is empty only if every value of the first fits the second. */
export type Compare = (old: unknown, next: unknown, path: string) => Narrowing[];

/** Says in words what became stricter; `looser` says the same of the opposite change, whose sides are exchanged. */
export function narrowingText({ path, kind, before, after }: Narrowing, looser: boolean): string {
  const words = (looser ? LOOSER : STRICTER)[kind]?.(before);
  const [old, now] = looser ? [after, before] : [before, after];
  return `${path || 'the whole'} ${words ?? bound(kind, old, now, looser ? 'looser' : 'stricter')}`;
}

type Words = Partial<Record<NarrowingKind, (which: unknown) => string>>;

const STRICTER: Words = {
  type: (which) => `no longer takes ${listed(which)}`,
  enum: (which) => `no longer allows ${listed(which)}`,
  required: () => 'is required now',
  removed: () => 'was removed',
  declared: () => 'took any value before, undeclared, and has rules now',
  closed: () => 'no longer takes other members',
  alternatives: () => 'no longer takes everything that its alternatives took',
  unknown: () => 'has other rules, which can’t be shown to take everything they took before',
};

const LOOSER: Words = {
  type: (which) => `also takes ${listed(which)}`,
  enum: (which) => `also allows ${listed(which)}`,
  required: () => 'is no longer required',
  removed: () => 'was added',
  declared: () => 'no longer has rules of its own',
  closed: () => 'also takes other members',
  alternatives: () => 'takes more alternatives',
  unknown: () => 'has other rules, which take everything they took before',
};

function bound(kind: string, old: unknown, now: unknown, how: string): string {
  const text = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
  return `has a ${how} ${kind}: ${text(old)} before, ${text(now)} now`;
}

function listed(which: unknown): string {
  const all = (Array.isArray(which) ? which : [which]).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return all.length > 6 ? `${all.slice(0, 6).join(', ')} and ${all.length - 6} more` : all.join(', ');
}
