import { compileCheck } from '../json/checker';
import type { Report } from '../json/check-report';
import type { ObjectSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { estimateTokens } from '../tokens/estimate';
import { noteKey, withNoteKey } from './cut-answer-note';

type Holder = Record<string | number, unknown>;

/** What may be shortened. */
type Kind = 'text' | 'list' | 'map';

type Place = {
  readonly holder: Holder;
  readonly key: string | number;
  readonly size: number;
};

const MOST_STEPS = 60;
// An object with fewer members is rather a record, in which each has its meaning.
const SMALLEST_MAP = 20;
// Tried in this order until one leaves what the schema promises: a text may have a pattern, a list a least length.
const WAYS: readonly (readonly Kind[])[] = [['text', 'list'], ['list'], ['list', 'map'], ['text', 'map']];

/**
 * Shortens structured content until it costs at most so many tokens, with a note that it is a part in the member for it;
 * undefined where that is impossible or no longer what the schema promises.
 */
export function smallerStructured(
  whole: Record<string, unknown>,
  tokens: number,
  note: string,
  schema: ObjectSchema | undefined,
): Record<string, unknown> | undefined {
  const key = 'success' in whole && 'value' in whole ? 'instruction' : noteKey(schema);
  const said = typeof whole[key] === 'string' ? `${note}\n${whole[key]}` : note;
  const check = schema && compileCheck(withNoteKey(schema));
  const room = tokens - estimateTokens(JSON.stringify({ [key]: said })) - 1;
  for (const kinds of WAYS) {
    const value = JSON.parse(JSON.stringify({ ...whole, [key]: undefined })) as Record<string, unknown>;
    if (!shorten({ value }, room, kinds)) continue;
    const part = { ...value, [key]: said };
    const report: Report = { problems: [], repairs: [], repairing: false };
    check?.(part, report);
    if (!report.problems.length) return part;
  }
  return undefined;
}

// Returns whether it could be made short enough.
function shorten(root: { readonly value: unknown }, tokens: number, kinds: readonly Kind[]): boolean {
  for (let step = 0; estimateTokens(JSON.stringify(root.value)) > tokens; step++) {
    const place = step < MOST_STEPS ? largest(root, kinds) : undefined;
    if (!place) return false;
    halve(place);
  }
  return true;
}

// The largest place that can still be shortened.
function largest(root: { readonly value: unknown }, kinds: readonly Kind[]): Place | undefined {
  let best: Place | undefined;
  const visit = (holder: Holder, key: string | number): number => {
    const value = holder[key];
    let size = 0;
    if (typeof value === 'string') size = value.length;
    else if (Array.isArray(value)) for (const index of value.keys()) size += 1 + visit(value as never, index);
    else if (isObject(value)) for (const name of Object.keys(value)) size += name.length + visit(value, name);
    const kind = kindOf(value);
    if (kind && kinds.includes(kind) && size > 1 && (!best || size >= best.size))
      best = { holder, key, size };
    return size;
  };
  visit(root, 'value');
  return best;
}

function kindOf(value: unknown): Kind | undefined {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'list';
  return isObject(value) && Object.keys(value).length >= SMALLEST_MAP ? 'map' : undefined;
}

function halve({ holder, key }: Place): void {
  const value = holder[key] as string | unknown[] | Record<string, unknown>;
  if (typeof value === 'string' || Array.isArray(value)) {
    holder[key] = value.slice(0, Math.floor(value.length / 2));
    return;
  }
  const names = Object.keys(value);
  for (const name of names.slice(Math.ceil(names.length / 2))) delete value[name];
}
