import type { WireResult } from '../outcome';
import type { Operation } from './operation';

/** Tracks the memory of finished operations, and decides which results to drop. */
export class KeptBytes {
  private readonly sizes = new Map<string, number>();
  private total = 0;

  constructor(private readonly most: number) {}

  get bytes(): number {
    return this.total;
  }

  /** Adds an operation; returns the ids of those whose results must be dropped for it, oldest first, never its own. */
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

/** Returns an operation without its arguments and result, but with its outcome and the reason they are gone. */
export function withoutResult(operation: Operation): Operation {
  const text = `The result of ${operation.id} was dropped to make room for newer ones (operations.keep_bytes).`;
  const result: WireResult = {
    content: [{ type: 'text', text }],
    ...(operation.result?.isError && { isError: true }),
  };
  const { forCode: _, ...rest } = operation;
  return { ...rest, request: { ...operation.request, args: {} }, result };
}

function bytesOf({ request, result, forCode }: Operation): number {
  return sizeOf(request.args) + sizeOf(result) + sizeOf(forCode);
}

/** Returns about how many bytes a value takes: characters are not bytes, and a text may be counted twice. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + sizeOf(one), 0);
}
