import { extname } from 'node:path';

/** A text media type and its extension. */
export interface TextType {
  readonly type: string;
  readonly extension: string;
}

const TEXT: TextType = { type: 'text/plain', extension: '.txt' };
const MARKDOWN: TextType = { type: 'text/markdown', extension: '.md' };

/** The types of extensions that leave no doubt. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  '.adoc': 'text/asciidoc',
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.markdown': 'text/markdown',
  '.md': 'text/markdown',
  '.mdx': 'text/mdx',
  '.mjs': 'text/javascript',
  '.org': 'text/org',
  '.py': 'text/x-python',
  '.rst': 'text/x-rst',
  '.svg': 'image/svg+xml',
  '.toml': 'application/toml',
  '.ts': 'text/x-typescript',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

/** Returns the type of a document: that of its extension or, if it has none that is known, of what it looks like. */
export function textTypeOf(text: string, name = ''): TextType {
  const extension = extname(name).toLowerCase();
  const type = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
  return type === undefined ? detected(text) : { type, extension };
}

// JSON, TOML, CSV, YAML, Markdown, or else plain text.
function detected(text: string): TextType {
  const start = text.slice(0, 20_000).trim();
  if (start === '') return TEXT;
  if (isJson(start, text)) return { type: 'application/json', extension: '.json' };
  const lines = start
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  if (looksLikeToml(lines)) return { type: 'application/toml', extension: '.toml' };
  if (looksLikeCsv(lines)) return { type: 'text/csv', extension: '.csv' };
  if (looksLikeYaml(lines)) return { type: 'application/yaml', extension: '.yaml' };
  if (looksLikeMarkdown(lines)) return MARKDOWN;
  return TEXT;
}

/** Adds an extension to a name that has none. */
export function withExtension(name: string, media: TextType): string {
  return extname(name) === '' ? `${name}${media.extension}` : name;
}

function isJson(start: string, whole: string): boolean {
  if (!/^[[{]/.test(start)) return false;
  try {
    JSON.parse(whole);
    return true;
  } catch {
    return false;
  }
}

function looksLikeToml(lines: readonly string[]): boolean {
  const entries = lines.filter((line) => !line.trimStart().startsWith('#'));
  const table = entries.some((line) => /^\[\[?[\w."-]+\]\]?\s*$/.test(line));
  const pair = (line: string): boolean =>
    /^[\w."-]+\s*=\s*\S/.test(line) || /^\[\[?[\w."-]+\]\]?\s*$/.test(line);
  return (
    entries.length > 0 &&
    (table || entries.length > 1) &&
    entries.every((line) => pair(line) || /^[\s\]}]/.test(line))
  );
}

function looksLikeCsv(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  const counts = lines.map((line) => line.split(',').length);
  return counts[0]! > 1 && counts.every((count) => count === counts[0]) && !/[.!?]\s*$/.test(lines[0]!);
}

function looksLikeMarkdown(lines: readonly string[]): boolean {
  return lines.some((line) => /^#{1,6} \S|^(```|~~~)|^> |\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*/.test(line));
}

// Every line must be a key, an item, a comment or indented; prose with a colon is none of these.
function looksLikeYaml(lines: readonly string[]): boolean {
  const shaped = (line: string): boolean => /^(---|#|\s+\S|- \S|[\w.-]+:(\s|$))/.test(line);
  return lines.every(shaped) && lines.some((line) => /^[\w.-]+:(\s|$)/.test(line));
}
