import type { Document, LineCounter, YAMLMap } from 'yaml';
import type { ConfigDraft } from './config-draft';
import { StoreError } from './store-error';

/** One version of the configuration, read and checked. */
export interface ConfigSnapshot {
  readonly file: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The line on which the value at a path stands. */
  lineOf(path: readonly string[]): number | undefined;
}

/** The sections that must be maps for anything to be found in them. */
const MAPS = ['feature_flags', 'projects'];

/** Reads a configuration's text; throws a problem with its line when it is broken. */
export async function parseConfig(file: string, text: string): Promise<ConfigSnapshot> {
  return (await checked(file, text)).snapshot;
}

/** A draft of a configuration that can be changed and written again. */
export async function draftConfig(file: string, text: string): Promise<ConfigDraft> {
  const [{ YAMLMap }, { ConfigDraft }] = await Promise.all([import('yaml'), import('./config-draft.js')]);
  const { document } = await checked(file, text);
  return new ConfigDraft(document, () => new YAMLMap() as YAMLMap, file);
}

async function checked(
  file: string,
  text: string,
): Promise<{ snapshot: ConfigSnapshot; document: Document }> {
  const { document, lines } = await parse(file, text);
  const data = (toJs(file, document) ?? {}) as Record<string, unknown>;
  const lineOf = (path: readonly string[]): number | undefined => {
    const node = document.getIn(path, true) as { range?: [number, number, number] | null } | undefined;
    return node?.range ? lines.linePos(node.range[0]).line : undefined;
  };
  if (typeof data !== 'object' || Array.isArray(data)) {
    throw new StoreError('config_read_error', file, 'must hold a map of settings', 1);
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
      `can't be read: ${(error as Error).message}`,
      undefined,
      undefined,
      {
        cause: error,
      },
    );
  }
}
