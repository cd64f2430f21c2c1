import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What registers OpenTelemetry's SDK in a process, as a user does with `--require`; it writes to the file that `SPANS_FILE` names. */
export const TRACING = join(__dirname, '..', 'fixtures', 'telemetry', 'tracing.cjs');

/** The position in a trace that a client sends in `_meta`. */
export const CLIENT_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
export const CLIENT_SPAN = '00f067aa0ba902b7';
export const CLIENT_META = { traceparent: `00-${CLIENT_TRACE}-${CLIENT_SPAN}-01`, tracestate: 'rojo=1' };

/** A span as it was exported. */
export interface WrittenSpan {
  readonly name: string;
  readonly kind: number;
  readonly process: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly links: number;
  readonly attributes: Record<string, unknown>;
  readonly status: { code: number; message?: string };
}

/** Returns every line that was exported to a file: spans and metrics. */
export function exportedLines(file: string): Record<string, unknown>[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  } catch {
    return [];
  }
}

/** Returns the spans that were exported to a file. */
export function writtenSpans(file: string): WrittenSpan[] {
  return exportedLines(file).filter((line) => 'spanId' in line) as unknown as WrittenSpan[];
}

/** Waits until as many spans were exported as are expected, and returns them. */
export async function awaitedSpans(file: string, count: number): Promise<WrittenSpan[]> {
  for (let left = 200; left && writtenSpans(file).length < count; left--) await delay(50);
  return writtenSpans(file);
}
