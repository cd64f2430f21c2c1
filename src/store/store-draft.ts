import { isObject } from '../base/json-value';
import { isAlias, isMap, isNode, isScalar, type Document, type Pair, type YAMLMap } from 'yaml';
import { StoreError } from './store-error';

/** An editable copy of the store that preserves comments, order and unknown keys. */
export class StoreDraft {
  private touched = false;

  constructor(
    private readonly document: Document,
    private readonly newMap: () => YAMLMap,
    readonly file: string,
  ) {}

  /** Whether anything was changed. */
  get changed(): boolean {
    return this.touched;
  }

  /** Returns the plain value at a path, or undefined. */
  get(path: readonly string[]): unknown {
    const value = this.pairAt(path)?.value;
    return toPlain(value, this.document);
  }

  has(path: readonly string[]): boolean {
    return this.pairAt(path) !== undefined;
  }

  /** Returns the names under a path. */
  keys(path: readonly string[]): string[] {
    const value = path.length ? this.pairAt(path)?.value : this.document.contents;
    return isMap(value) ? value.items.map((pair) => keyOf(pair)) : [];
  }

  /** Sets a plain value, creating missing maps; comments of unchanged keys are preserved. */
  set(path: readonly string[], value: unknown): void {
    const there = this.pairAt(path)?.value;
    if (isMap(there) && isObject(value) && there.items.length) {
      for (const key of this.keys(path)) if (!Object.hasOwn(value, key)) this.remove([...path, key]);
      for (const [key, inner] of Object.entries(value)) this.set([...path, key], inner);
      return;
    }
    if (there !== undefined && JSON.stringify(toPlain(there, this.document)) === JSON.stringify(value))
      return;
    let map = this.rootMap();
    for (const name of path.slice(0, -1)) map = this.childMap(map, name);
    const last = path[path.length - 1]!;
    const pair = findPair(map, last);
    const node = this.document.createNode(value);
    this.touched = true;
    if (!pair) {
      if (map.items.length === 0) map.flow = false;
      map.items.push(this.document.createPair(last, node));
    } else if (isScalar(pair.value) && isScalar(node)) {
      if (pair.value.anchor !== undefined) throw this.anchored(path, pair.value.anchor);
      pair.value.value = node.value;
      delete pair.value.source;
    } else {
      pair.value = node;
    }
  }

  /** Removes the value at a path; returns false if there was none. */
  remove(path: readonly string[]): boolean {
    const parent = path.length === 1 ? this.document.contents : this.pairAt(path.slice(0, -1))?.value;
    if (!isMap(parent)) return false;
    const index = parent.items.findIndex((pair) => keyOf(pair) === path[path.length - 1]);
    if (index < 0) return false;
    parent.items.splice(index, 1);
    this.touched = true;
    return true;
  }

  /** Returns the new text of the file. */
  toText(): string {
    return this.document.toString({ lineWidth: 0 });
  }

  private pairAt(path: readonly string[]): Pair | undefined {
    let at: unknown = this.document.contents;
    let pair: Pair | undefined;
    for (const name of path) {
      if (!isMap(at)) return undefined;
      pair = findPair(at, name);
      if (!pair) return undefined;
      at = pair.value;
    }
    return pair;
  }

  // Changing a value shared through an anchor would change it everywhere.
  private anchored(path: readonly string[], anchor: string): StoreError {
    const problem = `${path.join('.')} is shared through the YAML anchor '${anchor}'; edit the file by hand`;
    return new StoreError('config_write_error', this.file, problem);
  }

  private rootMap(): YAMLMap {
    if (isMap(this.document.contents)) return this.document.contents;
    const map = this.newMap();
    this.document.contents = map;
    return map;
  }

  private childMap(map: YAMLMap, name: string): YAMLMap {
    const pair = findPair(map, name);
    if (isMap(pair?.value)) return pair.value;
    if (isAlias(pair?.value)) throw this.anchored([name], pair.value.source);
    const child = this.newMap();
    if (pair) pair.value = child;
    else map.items.push(this.document.createPair(name, child));
    return child;
  }
}

// To YAML, keys such as `123:` or `true:` are numbers and booleans; here they are names.
function keyOf(pair: Pair): string {
  return String(isScalar(pair.key) ? pair.key.value : pair.key);
}

function findPair(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find((pair) => keyOf(pair) === name);
}

function toPlain(node: unknown, document: Document): unknown {
  if (typeof node !== 'object' || node === null) return node ?? undefined;
  return isNode(node) ? node.toJS(document) : undefined;
}
