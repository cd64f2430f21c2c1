import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLACE = /^(.+?):(\d+)(?::(\d+))?$/;

/** Returns where a place of compiled code, as `FILE:LINE` or `FILE:LINE:COLUMN`, is written; the place itself without a source map. */
export function writtenPlace(place: string): string {
  const [, named, line, column] = PLACE.exec(place) ?? [];
  if (named === undefined) return place;
  try {
    const file = named.startsWith('file:') ? fileURLToPath(named) : named;
    const found = mapOf(file);
    // Without a column, the end of the line: whatever is mapped on it comes before.
    const entry = found?.map.findEntry(Number(line) - 1, column === undefined ? 1e6 : Number(column) - 1);
    if (!found || !entry || !('originalSource' in entry)) return place;
    const source = resolve(found.root, entry.originalSource);
    if (!existsSync(source)) return place;
    const written = `${source}:${entry.originalLine + 1}`;
    return column === undefined ? written : `${written}:${entry.originalColumn + 1}`;
  } catch {
    // A map that can't be read says no more than none.
    return place;
  }
}

function mapOf(file: string): { readonly map: SourceMap; readonly root: string } | undefined {
  const url = readFileSync(file, 'utf8')
    .match(/^\/\/# sourceMappingURL=\S+/gm)
    ?.at(-1)
    ?.replace(/^[^=]+=/, '');
  if (url === undefined) return undefined;
  const [, inline] = /^data:application\/json[^,]*;base64,(.+)$/.exec(url) ?? [];
  const mapFile = inline === undefined ? resolve(dirname(file), decodeURIComponent(url)) : file;
  const text =
    inline === undefined ? readFileSync(mapFile, 'utf8') : Buffer.from(inline, 'base64').toString('utf8');
  const payload = JSON.parse(text) as SourceMapPayload;
  return { map: new SourceMap(payload), root: resolve(dirname(mapFile), payload.sourceRoot ?? '') };
}
