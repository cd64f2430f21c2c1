/** A position in a text, counted from 1 as in editors. */
export interface Place {
  line: number;
  column: number;
}

/** A JSON value with its position. */
export type JsonNode =
  | { kind: 'object'; at: Place; entries: readonly JsonEntry[] }
  | { kind: 'array'; at: Place; items: readonly JsonNode[] }
  | { kind: 'string'; at: Place; value: string }
  | { kind: 'number'; at: Place; value: number }
  | { kind: 'boolean'; at: Place; value: boolean }
  | { kind: 'null'; at: Place; value: null };

/** One member of an object, with the position of its key. */
export interface JsonEntry {
  key: string;
  keyAt: Place;
  node: JsonNode;
}

/** Malformed JSON: where, what, and how to fix it. */
export class JsonSyntaxError extends Error {
  constructor(
    message: string,
    readonly at: Place,
    readonly suggestion?: string,
  ) {
    super(message);
    this.name = 'JsonSyntaxError';
  }
}

// Definitions nest a few levels; more is a mistake or an attack on the stack.
const DEEPEST = 200;

/** Parses JSON text into nodes that keep their line and column. */
export function parseJsonTree(text: string): JsonNode {
  const reader = new Reader(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const node = reader.value(0);
  reader.end();
  return node;
}

/** Returns the plain value of a node, with own properties only (`__proto__` stays an ordinary key). */
export function nodeValue(node: JsonNode): unknown {
  if (node.kind === 'array') return node.items.map(nodeValue);
  if (node.kind !== 'object') return node.value;
  return Object.fromEntries(node.entries.map((entry) => [entry.key, nodeValue(entry.node)]));
}

class Reader {
  private at = 0;
  private line = 1;
  private lineStart = 0;

  constructor(private readonly text: string) {}

  value(depth: number): JsonNode {
    this.space();
    if (depth > DEEPEST) throw this.error(`nested deeper than ${DEEPEST} levels`);
    const at = this.place();
    const next = this.text[this.at];
    if (next === '{') return this.object(at, depth);
    if (next === '[') return this.array(at, depth);
    if (next === '"') return { kind: 'string', at, value: this.string() };
    if (next === undefined) throw this.error('the text ends where a value is expected');
    const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
    literal.lastIndex = this.at;
    const found = literal.exec(this.text)?.[0];
    if (found === undefined) throw this.badValue(next);
    this.at += found.length;
    const value: unknown = JSON.parse(found);
    if (value === null) return { kind: 'null', at, value };
    return typeof value === 'boolean'
      ? { kind: 'boolean', at, value }
      : { kind: 'number', at, value: value as number };
  }

  end(): void {
    this.space();
    if (this.at < this.text.length)
      throw this.error(`unexpected ${this.shown()} after the end of the JSON value`);
  }

  private object(at: Place, depth: number): JsonNode {
    const entries: JsonEntry[] = [];
    this.at++;
    this.space();
    if (this.take('}')) return { kind: 'object', at, entries };
    for (;;) {
      this.space();
      const keyAt = this.place();
      if (this.text[this.at] !== '"') throw this.badKey();
      const key = this.string();
      this.space();
      if (!this.take(':'))
        throw this.error(`expected ":" after the key ${JSON.stringify(key)}, found ${this.shown()}`);
      entries.push({ key, keyAt, node: this.value(depth + 1) });
      this.space();
      if (this.take('}')) return { kind: 'object', at, entries };
      if (!this.take(','))
        throw this.error(`expected "," or "}", found ${this.shown()}`, 'put a comma between members');
    }
  }

  private array(at: Place, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.at++;
    this.space();
    if (this.take(']')) return { kind: 'array', at, items };
    for (;;) {
      items.push(this.value(depth + 1));
      this.space();
      if (this.take(']')) return { kind: 'array', at, items };
      if (!this.take(','))
        throw this.error(`expected "," or "]", found ${this.shown()}`, 'put a comma between items');
    }
  }

  private string(): string {
    const start = this.at;
    for (this.at++; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x5c) this.at++;
      else if (code < 0x20) {
        const control = code === 0x0a || code === 0x0d ? 'a line break' : 'a control character';
        throw this.error(`${control} inside a string`, 'write line breaks as \\n and tabs as \\t');
      } else if (code === 0x22) {
        const raw = this.text.slice(start, ++this.at);
        try {
          return JSON.parse(raw) as string;
        } catch {
          this.at = start;
          throw this.error(
            'an invalid escape in a string',
            'use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX',
          );
        }
      }
    }
    this.at = start;
    throw this.error('an unterminated string', 'close it with a double quote');
  }

  private space(): void {
    for (; this.at < this.text.length; this.at++) {
      const next = this.text[this.at];
      if (next === '\n') {
        this.line++;
        this.lineStart = this.at + 1;
      } else if (next !== ' ' && next !== '\t' && next !== '\r') return;
    }
  }

  private take(wanted: string): boolean {
    if (this.text[this.at] !== wanted) return false;
    this.at++;
    return true;
  }

  private place(): Place {
    return { line: this.line, column: this.at - this.lineStart + 1 };
  }

  private shown(): string {
    const next = this.text[this.at];
    return next === undefined ? 'the end of the text' : JSON.stringify(next);
  }

  private badKey(): JsonSyntaxError {
    if (this.text[this.at] === '}') return this.error('a comma before "}"', 'remove the trailing comma');
    return this.error(`expected a key in double quotes, found ${this.shown()}`);
  }

  private badValue(next: string): JsonSyntaxError {
    if (next === ']' || next === '}')
      return this.error(`a comma or colon before "${next}"`, 'remove the trailing comma');
    if (next === '/' || next === '#') return this.error('a comment', 'JSON has no comments: remove it');
    if (next === "'") return this.error('a single quote', 'use double quotes');
    return this.error(`unexpected ${this.shown()} where a value is expected`);
  }

  private error(message: string, suggestion?: string): JsonSyntaxError {
    return new JsonSyntaxError(message, this.place(), suggestion);
  }
}
