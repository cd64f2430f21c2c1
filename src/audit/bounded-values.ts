import { crypto } from '../base/crypto';

/** How many entries of a list or an object are kept. */
export const MOST_ENTRIES = 50;

const DEEPEST = 8;
const LONGEST_NAME = 200;
// What a value costs besides its text.
const VALUE_COST = 4;

/** Copies values that a caller chose as plain JSON of a bounded size: JSON can write what it returns, whatever it is given. */
export class BoundedValues {
  constructor(
    private readonly longest: number,
    private left: number,
  ) {}

  /** Whether there was more than there is room for; whatever came after that is left out. */
  get isExceeded(): boolean {
    return this.left < 0;
  }

  name(name: string): string {
    const kept = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
    this.left -= kept.length;
    return kept;
  }

  value(value: unknown, depth = 0): unknown {
    this.left -= VALUE_COST;
    if (this.left < 0) return '…';
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'object':
        if (value === null) return null;
        if (depth >= DEEPEST) return this.text(asJson(value), true);
        return Array.isArray(value) ? this.list(value, depth) : this.object(value, depth);
      case 'bigint':
        return this.text(String(value));
      case 'function':
      case 'symbol':
        return undefined;
      default:
        return value;
    }
  }

  private text(text: string, always = false): unknown {
    this.left -= Math.min(text.length, this.longest);
    if (!always && text.length <= this.longest) return text;
    const sha256 = crypto().createHash('sha256').update(text).digest('hex');
    return { begins: text.slice(0, this.longest), characters: text.length, sha256 };
  }

  private list(items: readonly unknown[], depth: number): unknown[] {
    const kept = items.slice(0, MOST_ENTRIES).map((each) => this.value(each, depth + 1));
    return items.length > MOST_ENTRIES ? [...kept, `… ${items.length - MOST_ENTRIES} more`] : kept;
  }

  private object(value: object, depth: number): Record<string, unknown> {
    const entries = Object.entries(value);
    const kept = entries
      .slice(0, MOST_ENTRIES)
      .map(([key, each]) => [this.name(key), this.value(each, depth + 1)] as const);
    const more = entries.length - kept.length;
    return Object.fromEntries(more > 0 ? [...kept, ['…', `${more} more`] as const] : kept);
  }
}

// A caller may nest lists so deeply that JSON can't write them, and code may pass what JSON doesn't know.
function asJson(value: object): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return 'nested too deeply to be written, or no JSON';
  }
}
