import type { WireResult } from '../outcome';
import type { Operation } from './operation';

/** Adds up what finished operations hold, and says whose turn it is to let go. */
export class KeptBytes {
  private readonly sizes = new Map<string, number>();
  private total = 0;

  constructor(private readonly most: number) {}

  /** Counts one operation more; gives those that have to let go for it, oldest first, never the one itself. */
  add(operation: Operation): string[] {
    const bytes = bytesOf(operation);
    this.sizes.set(operation.id, bytes);
    this.total += bytes;
    const evicted: string[] = [];
    for (const id of this.sizes.keys()) {
      if (this.total <= this.most || id === operation.id) break;
      evicted.push(id);
      this.remove(id);
    }
    return evicted;
  }

  remove(id: string): void {
    this.total -= this.sizes.get(id) ?? 0;
    this.sizes.delete(id);
  }
}

/** An operation without its arguments and its result: how it ended is still known, and why the rest is gone. */
export function withoutResult(operation: Operation): Operation {
  const text = `The result of ${operation.id} is no longer kept: newer results took its place (operations.keep_bytes).`;
  const result: WireResult = {
    content: [{ type: 'text', text }],
    ...(operation.result?.isError && { isError: true }),
  };
  return { ...operation, request: { ...operation.request, args: {} }, result };
}

function bytesOf({ request, result }: Operation): number {
  return sizeOf(request.args) + sizeOf(result);
}

// A character may take more than a byte, or less, and a text may stand in two places; as a measure it will do.
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + sizeOf(one), 0);
}
