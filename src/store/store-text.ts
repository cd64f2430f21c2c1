import type { Document, LineCounter } from 'yaml';
import type { StoreDraft } from './store-draft';
import { StoreError } from './store-error';

/** A parsed and checked version of the store. */
export interface StoreSnapshot {
  readonly file: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Returns the line of the value at a path. */
  lineOf(path: readonly string[]): number | undefined;
}

/** Sections that must be maps. */
const MAPS = ['feature_flags', 'projects'];

/** Parses the text of the store; throws an error with the line if it is invalid. */
export async function parseStore(file: string, text: string): Promise<StoreSnapshot> {
  return (await checked(file, text)).snapshot;
}

/** Parses the text of the store into a draft that can be changed and written. */
export async function draftStore(file: string, text: string): Promise<StoreDraft> {
  const [{ YAMLMap }, { StoreDraft }] = await Promise.all([import('yaml'), import('./store-draft.js')]);
  const { document } = await checked(file, text);
  return new StoreDraft(document, () => new YAMLMap(), file);
}

async function checked(file: string, text: string): Promise<{ snapshot: StoreSnapshot; document: Document }> {
  const { document, lines } = await parse(file, text);
  const data = (toJs(file, document) ?? {}) as Record<string, unknown>;
  const lineOf = (path: readonly string[]): number | undefined => {
    const node = document.getIn(path, true) as { range?: [number, number, number] | null } | undefined;
    return node?.range ? lines.linePos(node.range[0]).line : undefined;
  };
  if (typeof data !== 'object' || Array.isArray(data)) {
    throw new StoreError('config_read_error', file, 'must be a map of settings', 1);
  }
  for (const name of MAPS) {
    const section = data[name];
    if (section === undefined || section === null) continue;
    if (typeof section !== 'object' || Array.isArray(section)) {
      throw new StoreError('config_read_error', file, `${name} must be a map of names`, lineOf([name]));
    }
  }
  return { snapshot: { file, data, lineOf }, document };
}

async function parse(file: string, text: string): Promise<{ document: Document; lines: LineCounter }> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false }) as Document;
  const [error] = document.errors;
  if (error) {
    const at = lines.linePos(error.pos[0]);
    throw new StoreError('config_read_error', file, `is not valid YAML: ${error.message}`, at.line, at.col);
  }
  return { document, lines };
}

function toJs(file: string, document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    throw new StoreError(
      'config_read_error',
      file,
      `cannot be read: ${(error as Error).message}`,
      undefined,
      undefined,
      {
        cause: error,
      },
    );
  }
}
