import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type Pair } from 'yaml';
import { AuthorError } from '../errors';
import { nearestNames } from '../base/names';

/** The settings of one tool in a prompts file. */
export interface ConfiguredTool {
  readonly description?: string;
  readonly examples: readonly unknown[];
}

/** The contents of a prompts file. */
export interface ConfiguredPrompts {
  readonly instructions?: string;
  readonly tools: Readonly<Record<string, ConfiguredTool>>;
  /** Texts with `{variable}` placeholders, each served as an MCP prompt. */
  readonly templates: Readonly<Record<string, string>>;
  /** Further instructions, for the enabled packs. */
  readonly packs: Readonly<Record<string, string>>;
}

const KEYS = ['instructions', 'tools', 'templates', 'packs'];

/** Parses a prompts file; reports all problems together, each with its line. */
export function parsePrompts(text: string, file: string): ConfiguredPrompts {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const reader = new Reader((at) => lines.linePos(at).line);
  const [broken] = document.errors;
  if (broken) reader.problem(broken.pos[0], broken.message.split('\n', 1)[0]!);
  const root = document.contents;
  const read = broken || root === null ? EMPTY : reader.root(root);
  if (reader.problems.length) {
    throw new AuthorError(
      file,
      `${reader.problems.join('; ')}.`,
      'Correct the file; docs/discoverability.md describes its format.',
    );
  }
  return read;
}

const EMPTY: ConfiguredPrompts = { tools: {}, templates: {}, packs: {} };

class Reader {
  readonly problems: string[] = [];

  constructor(private readonly lineAt: (offset: number) => number) {}

  problem(at: number, what: string): void {
    this.problems.push(`line ${this.lineAt(at)}: ${what}`);
  }

  root(node: Node): ConfiguredPrompts {
    const top = this.entries(node, 'The file');
    const inner = top.length === 1 && top[0]![0] === 'prompts' ? this.entries(top[0]![1], 'prompts') : top;
    let found = EMPTY;
    for (const [key, value, at] of inner) {
      if (key === 'instructions') found = { ...found, instructions: this.text(value, key) };
      else if (key === 'tools')
        found = { ...found, tools: this.each(value, key, (tool, name) => this.tool(tool, name)) };
      else if (key === 'templates' || key === 'packs')
        found = { ...found, [key]: this.each(value, key, (item, name) => this.text(item, name)) };
      else this.unknown(key, KEYS, at);
    }
    return found;
  }

  private tool(node: Node, name: string): ConfiguredTool {
    let tool: ConfiguredTool = { examples: [] };
    for (const [key, value, at] of this.entries(node, name)) {
      if (key === 'description') tool = { ...tool, description: this.text(value, `${name}.description`) };
      else if (key === 'examples') tool = { ...tool, examples: this.list(value, `${name}.examples`) };
      else this.unknown(key, ['description', 'examples'], at);
    }
    return tool;
  }

  private each<T>(node: Node, place: string, read: (value: Node, name: string) => T): Record<string, T> {
    return Object.fromEntries(
      this.entries(node, place).map(([key, value]) => [key, read(value, `${place}.${key}`)]),
    );
  }

  private entries(node: Node, place: string): [key: string, value: Node, at: number][] {
    if (isMap(node)) {
      return (node.items as Pair<Node, Node | null>[]).map((pair) => {
        const key = isScalar(pair.key) ? String(pair.key.value) : '';
        return [key, pair.value ?? pair.key, pair.key.range?.[0] ?? 0];
      });
    }
    this.problem(node.range?.[0] ?? 0, `${place} must be a map of names`);
    return [];
  }

  private text(node: Node, place: string): string {
    if (isScalar(node) && typeof node.value === 'string') return node.value;
    this.problem(node.range?.[0] ?? 0, `${place} must be a string`);
    return '';
  }

  private list(node: Node, place: string): unknown[] {
    if (isSeq(node)) return node.toJSON();
    this.problem(node.range?.[0] ?? 0, `${place} must be a list`);
    return [];
  }

  private unknown(key: string, known: readonly string[], at: number): void {
    const [nearest] = nearestNames(key, known, 1);
    this.problem(
      at,
      `unknown key '${key}'${nearest ? ` (did you mean '${nearest}'?)` : `; known keys: ${known.join(', ')}`}`,
    );
  }
}
