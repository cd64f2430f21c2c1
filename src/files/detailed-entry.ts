import type { WalkedEntry } from '../disk/walk-directory';
import type { Directory } from '../disk/open-directory';
import { exactCost } from '../tokens/estimate';

/** An entry of a list as data, as JSON text, and at most how many tokens the text costs with the comma after it. */
export interface DetailedEntry<T> {
  readonly value: T;
  readonly json: string;
  readonly tokens: number;
}

/** What is written of an entry besides its name and path. */
interface Detail {
  readonly type: string;
  readonly size?: number | null;
}

// What stands after the name and before the size, and what everything but these costs.
interface Shared {
  readonly text: string;
  readonly tokens: number;
}

const BEGIN = '{"name":"';
// What a sign at the edge of a name may cost more beside another sign, at both of its places.
const SIGN_AT_EDGE = 0.8;

/** Writes entries with all their details; what those of one directory share is written and measured once. */
export class DetailedEntries {
  private directory: Directory | undefined;
  /** What stands between the name and the name at the end of the path. */
  private between = '';
  private readonly shared = new Map<string, Shared>();

  /** `within` is put before the path of each entry. */
  constructor(private readonly within: string) {}

  /** Returns one entry with its text. */
  of<T extends Detail>({ name, path, directory }: WalkedEntry, value: T): DetailedEntry<T> {
    if (directory !== this.directory) {
      this.directory = directory;
      this.between = `","path":"${inner(this.within + path.slice(0, path.length - name.length))}`;
      this.shared.clear();
    }
    const text = inner(name);
    const size = String(value.size ?? null);
    const shared = this.shared.get(value.type) ?? this.share(value.type);
    const tokens = shared.tokens + 2 * exactCost(text) + exactCost(size);
    return {
      value,
      json: BEGIN + text + this.between + text + shared.text + size + '}',
      tokens: isPlainAt(text, 0) && isPlainAt(text, text.length - 1) ? tokens : tokens + SIGN_AT_EDGE,
    };
  }

  // Measured around the shortest name and size.
  private share(type: string): Shared {
    const text = `","type":"${type}","size":`;
    const whole = exactCost(`${BEGIN}x${this.between}x${text}0},`);
    const shared = { text, tokens: whole - 2 * exactCost('x') - exactCost('0') };
    this.shared.set(type, shared);
    return shared;
  }
}

function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function isPlainAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 0x20;
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}
