import { isAscii } from 'node:buffer';
import { crypto } from '../base/crypto';
import type { Manifest, ManifestJson, WrittenManifest, WrittenTool } from './manifest';

// The first line, which has the digest of all others.
const FIRST_LINE = /^\{"sha1":"([0-9a-f]{40})","tools":\[\n$/;
const BEFORE_SCHEMA = ',"inputSchema":';
const AFTER_TOOLS = '],';

/**
 * Returns the text of a manifest: JSON in which every tool has two lines, the second for its input schema. That is easy to compare,
 * and `manifestIn` need not parse the schemas.
 */
export function manifestText({ tools, types }: Manifest): string {
  const entries = tools.map(
    ({ inputSchema, ...head }) =>
      `${JSON.stringify(head).slice(0, -1)}${BEFORE_SCHEMA}\n${JSON.stringify(inputSchema)}}`,
  );
  const rest = `${entries.join(',\n')}\n${AFTER_TOOLS}\n"types":${JSON.stringify(types, null, 1)}}\n`;
  return `{"sha1":"${digestOf(Buffer.from(rest))}","tools":[\n${rest}`;
}

/** Parses the bytes of a manifest; where they are just as `manifestText` made them, the schemas stay text. Throws where they are no JSON. */
export function manifestIn(bytes: Buffer): unknown {
  const start = bytes.indexOf('\n') + 1;
  const digest = FIRST_LINE.exec(textOf(bytes.subarray(0, start)))?.[1];
  const rest = bytes.subarray(start);
  // Whatever was changed by hand, by a formatter or by a merge is parsed like any other JSON.
  return digest !== undefined && digest === digestOf(rest)
    ? withSchemasAsText(textOf(rest))
    : JSON.parse(textOf(bytes));
}

function withSchemasAsText(text: string): WrittenManifest {
  const lines = text.split('\n');
  const end = lines.indexOf(AFTER_TOOLS);
  const { types } = JSON.parse(`{${lines.slice(end + 1).join('\n')}`) as Pick<WrittenManifest, 'types'>;
  // Without tools there is one empty line.
  if (end < 2) return { tools: [], types };
  // V8 would optimise loops of ours while they run, for thousands of lines that are read once.
  const heads = lines.slice(0, end).filter((_, index) => index % 2 === 0);
  // A number holds the place of each schema.
  const tools = JSON.parse(`[${heads.join('0},')}0}]`) as WrittenTool[];
  tools.forEach((tool, index) => {
    const line = lines[2 * index + 1]!;
    tool.inputSchema = line.slice(0, line.lastIndexOf('}'));
  });
  return { tools, types };
}

/** Returns whether a text is a manifest, whichever version wrote it. */
export function isManifestText(text: string): boolean {
  try {
    const { tools, types } = JSON.parse(text) as Partial<ManifestJson>;
    return Array.isArray(tools) && typeof types === 'object';
  } catch {
    return /^\s*\{\s*(?:"sha1":"\w+",\s*)?"tools":\s*\[\s*(?:\{"name":|\])/.test(text);
  }
}

// It tells a changed file, not a forged one: whoever can write a manifest can write its digest.
function digestOf(bytes: Buffer): string {
  return crypto().createHash('sha1').update(bytes).digest('hex');
}

// In ASCII each byte is a character, which needs no decoding.
function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
}
