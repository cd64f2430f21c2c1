import { readFileSync, statSync } from 'node:fs';
import type * as Yaml from 'yaml';
import type { ConfigProblem, Origin } from './config-problem';

/** A position in a file, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A parsed configuration file: plain values, and their positions. */
export interface ConfigFile {
  readonly value: unknown;
  /** The position of each key, by path. */
  readonly keys: ReadonlyMap<string, Position>;
  /** The position of each value, by path. */
  readonly values: ReadonlyMap<string, Position>;
  readonly problems: readonly ConfigProblem[];
}

const LARGEST = 1_000_000;
// Nested aliases can grow without limit; no legitimate configuration has this many values.
const MOST_PLACES = 20_000;

/** Reads a file's text; undefined if there is none. Every start waits for it, and at once is faster than in the background. */
export function readConfigText(file: string): string | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return undefined;
    if (!found.isFile()) throw new Error('it is not a regular file');
    if (found.size > LARGEST) throw new Error(`it is larger than ${LARGEST} bytes`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Parses the text of a configuration file, with all positions. */
export async function parseConfigText(text: string, name: string): Promise<ConfigFile> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const problem = (message: string, position?: Position): ConfigProblem => {
    const origin: Origin = { source: 'file', file: name, ...position };
    return { origin, path: '', message, cure: 'Correct the YAML.' };
  };
  const problems = document.errors.map((error) => problem(oneSentence(error.message), at(error.pos[0])));
  const places = new Places(yaml, document, at);
  if (problems.length) return { value: {}, problems, keys: places.keys, values: places.values };
  places.visit(document.contents, '');
  try {
    return { value: document.toJS() ?? {}, problems, keys: places.keys, values: places.values };
  } catch (error) {
    return {
      value: {},
      problems: [problem(oneSentence((error as Error).message))],
      keys: places.keys,
      values: places.values,
    };
  }
}

/** Appends a step to a path, as written in problems. */
export function joinPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
}

function oneSentence(message: string): string {
  return message.replace(/\s+/g, ' ').replace(/[.\s]+$/, '');
}

// Records the position of every key and value; what a merge key brings in gives way to explicit values.
class Places {
  readonly keys = new Map<string, Position>();
  readonly values = new Map<string, Position>();
  private left = MOST_PLACES;

  constructor(
    private readonly yaml: typeof Yaml,
    private readonly document: Yaml.Document,
    private readonly at: (offset: number) => Position,
  ) {}

  visit(node: unknown, path: string): void {
    if (!this.yaml.isNode(node) || this.left-- <= 0) return;
    if (node.range && !this.values.has(path)) this.values.set(path, this.at(node.range[0]));
    const target = this.yaml.isAlias(node) ? node.resolve(this.document) : node;
    if (this.yaml.isSeq(target))
      target.items.forEach((item, index) => this.visit(item, joinPath(path, index)));
    if (this.yaml.isMap(target)) this.visitPairs(target, path);
  }

  private visitPairs(map: Yaml.YAMLMap, path: string): void {
    for (const { key, value } of map.items) {
      if (this.isMerge(key)) continue;
      const text = String(this.yaml.isScalar(key) ? key.value : key);
      const inner = joinPath(path, text);
      if (this.yaml.isNode(key) && key.range && !this.keys.has(inner))
        this.keys.set(inner, this.at(key.range[0]));
      this.visit(value, inner);
    }
    for (const { key, value } of map.items) {
      if (this.isMerge(key)) this.visit(value, path);
    }
  }

  // The library represents the merge key as a symbol, so that a quoted '<<' is an ordinary key.
  private isMerge(key: unknown): boolean {
    return this.yaml.isScalar(key) && typeof key.value === 'symbol';
  }
}
