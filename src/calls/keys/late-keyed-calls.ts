import type { CallOutcome, Repair } from '../../outcome';
import type { ToolShape } from '../../tool/tool';
import type { CallOptions } from '../call-context';
import type { CallRecords } from './call-records';
import type { KeyedCall, KeyedCalls, KeyedWork } from './keyed-calls';

/** Makes calls with a key; what that needs is loaded for the first of them. */
export class LateKeyedCalls {
  private made: Promise<KeyedCalls> | undefined;

  constructor(private readonly records: () => Promise<CallRecords> = inMemory) {}

  async run(call: KeyedCall, repairs: readonly Repair[], work: KeyedWork): Promise<CallOutcome> {
    this.made ??= this.make();
    return (await this.made).run(call, repairs, work);
  }

  private async make(): Promise<KeyedCalls> {
    const { KeyedCalls } = await import('./keyed-calls.js');
    return new KeyedCalls(await this.records());
  }
}

/** Returns whether a call has a key; an operation runs under that of the call which started it. */
export function hasKey(tool: ToolShape, { idempotencyKey, door }: CallOptions): boolean {
  return (idempotencyKey !== undefined || tool.idempotencyKey !== undefined) && door !== 'operation';
}

async function inMemory(): Promise<CallRecords> {
  const { RecordsInMemory } = await import('./records-in-memory.js');
  return new RecordsInMemory();
}
