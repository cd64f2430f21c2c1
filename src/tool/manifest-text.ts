import { isAscii } from 'node:buffer';
import type { Hash } from 'node:crypto';
import { crypto } from '../base/crypto';
import type { Manifest, ManifestJson, WrittenManifest, WrittenTool } from './manifest';

// The first line, which has the digest of all others.
const FIRST_LINE = /^\{"lines":"([0-9a-f]{40})","tools":\[\n$/;
const BEFORE_SCHEMA = '"inputSchema":';
const AFTER_TOOLS = '}],';
const AFTER_NO_TOOLS = '],';

/**
 * Returns the text of a manifest: JSON in which the input schema of every tool has a line of its own, and what comes before it another. That
 * is easy to compare, and `manifestIn` need not parse the schemas.
 */
export function manifestText({ tools, types }: Manifest): string {
  const entries = tools.map(
    ({ inputSchema, ...head }) =>
      `${JSON.stringify(head).slice(0, -1)},${BEFORE_SCHEMA}\n${JSON.stringify(inputSchema)}\n`,
  );
  const listed = entries.length ? `${entries.join('},')}${AFTER_TOOLS}` : AFTER_NO_TOOLS;
  const rest = `${listed}\n"types":${JSON.stringify(types, null, 1)}}\n`;
  return `{"lines":"${newDigest().update(rest).digest('hex')}","tools":[\n${rest}`;
}

/**
 * Parses a manifest from its bytes, in parts that end with a line; where they are just as `manifestText` made them, the schemas stay text.
 * Throws where they are no JSON. A part may be overwritten when the next one is asked for.
 */
export function manifestIn(parts: Iterable<Buffer>): unknown {
  const digest = newDigest();
  const texts: string[] = [];
  let first: string | undefined;
  for (const part of parts) {
    let rest = part;
    if (first === undefined) {
      const end = part.indexOf('\n') + 1;
      first = textOf(part.subarray(0, end));
      rest = part.subarray(end);
    }
    digest.update(rest);
    texts.push(textOf(rest));
  }
  const stated = FIRST_LINE.exec(first ?? '')?.[1];
  // Whatever was changed by hand, by a formatter or by a merge is parsed like any other JSON.
  return stated !== undefined && stated === digest.digest('hex')
    ? withSchemasAsText(texts)
    : JSON.parse((first ?? '') + texts.join(''));
}

function withSchemasAsText(texts: readonly string[]): WrittenManifest {
  const lines = texts.flatMap(linesOf);
  const end = Math.max(lines.indexOf(AFTER_TOOLS), lines.indexOf(AFTER_NO_TOOLS));
  const { types } = JSON.parse(`{${lines.slice(end + 1).join('\n')}`) as Pick<WrittenManifest, 'types'>;
  // Every other line is a schema, the last one before what ends the list. V8 would optimise loops of ours while they run, for thousands of
  // lines that are read once.
  const heads = lines.slice(0, end + 1).filter((_, index) => index % 2 === 0);
  heads.push(heads.pop()!.slice(0, -1));
  // A number holds the place of each schema.
  const tools = JSON.parse(`[${heads.join('0')}`) as WrittenTool[];
  tools.forEach((tool, index) => {
    tool.inputSchema = lines[2 * index + 1]!;
  });
  return { tools, types };
}

// Each part ends with a line break.
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  lines.length--;
  return lines;
}

/** Returns whether a text is a manifest, whichever version wrote it. */
export function isManifestText(text: string): boolean {
  try {
    const { tools, types } = JSON.parse(text) as Partial<ManifestJson>;
    return Array.isArray(tools) && typeof types === 'object';
  } catch {
    return /^\s*\{\s*(?:"(?:lines|sha1)":"\w+",\s*)?"tools":\s*\[\s*(?:\{"name":|\])/.test(text);
  }
}

// It tells a changed file, not a forged one: whoever can write a manifest can write its digest.
function newDigest(): Hash {
  return crypto().createHash('sha1');
}

// In ASCII each byte is a character, which needs no decoding.
function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
}
