import { compileCheck } from '../json/checker';
import type { Report } from '../json/report';
import type { ObjectSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { estimateTokens } from '../tokens/estimate';

type Place = {
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
  readonly size: number;
};

const MOST_STEPS = 60;

/**
 * Shortens structured content until it costs at most so many tokens, with the note that it is a part as its `instruction`;
 * undefined where that is impossible or no longer what the schema promises.
 */
export function smallerStructured(
  whole: Record<string, unknown>,
  tokens: number,
  note: string,
  schema: ObjectSchema | undefined,
): Record<string, unknown> | undefined {
  if (!('success' in whole) || !('value' in whole)) return undefined;
  const instruction = whole['instruction'];
  const said = typeof instruction === 'string' ? `${note}\n${instruction}` : note;
  const part = { ...(JSON.parse(JSON.stringify(whole)) as Record<string, unknown>), instruction: said };
  for (let step = 0; estimateTokens(JSON.stringify(part)) > tokens; step++) {
    const place = step < MOST_STEPS ? largest(part, 'instruction') : undefined;
    if (!place) return undefined;
    halve(place);
  }
  return !schema || satisfies(part, schema) ? part : undefined;
}

// The largest text or list that can still be shortened.
function largest(root: Record<string, unknown>, except: string): Place | undefined {
  let best: Place | undefined;
  const visit = (holder: Record<string | number, unknown>, key: string | number): number => {
    const value = holder[key];
    let size = 0;
    if (typeof value === 'string') size = value.length;
    else if (Array.isArray(value)) for (const index of value.keys()) size += 1 + visit(value as never, index);
    else if (isObject(value)) for (const name of Object.keys(value)) size += name.length + visit(value, name);
    const canShorten = typeof value === 'string' || Array.isArray(value);
    if (canShorten && size > 1 && (!best || size >= best.size)) best = { holder, key, size };
    return size;
  };
  for (const name of Object.keys(root)) if (name !== except) visit(root, name);
  return best;
}

function halve({ holder, key }: Place): void {
  const value = holder[key] as string | unknown[];
  holder[key] = value.slice(0, Math.floor(value.length / 2));
}

function satisfies(value: unknown, schema: ObjectSchema): boolean {
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(schema)(value, report);
  return report.problems.length === 0;
}
