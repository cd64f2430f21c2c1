import type { TemplateLiteralType, Type } from 'typescript';
import type { Compiler } from './typescript-compiler';

/** The pattern of a template literal type, without anchors; undefined if a part of it has none. */
export function templatePattern(ts: Compiler, { texts, types }: TemplateLiteralType): string | undefined {
  let pattern = escaped(texts[0]!);
  for (const [index, part] of types.entries()) {
    const inner = partPattern(ts, part);
    if (inner === undefined) return undefined;
    pattern += inner + escaped(texts[index + 1]!);
  }
  return pattern;
}

function partPattern(ts: Compiler, part: Type): string | undefined {
  const { flags } = part;
  if (flags & ts.TypeFlags.StringMapping) return undefined;
  if (flags & ts.TypeFlags.TemplateLiteral) return templatePattern(ts, part as TemplateLiteralType);
  if (flags & ts.TypeFlags.String) return '[\\s\\S]*';
  if (flags & ts.TypeFlags.Number) return '-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?';
  return flags & ts.TypeFlags.BigInt ? '-?\\d+' : undefined;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
