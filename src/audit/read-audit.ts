import { join } from 'node:path';
import { isObject, parsedJson } from '../base/json-value';
import { readAuditFile } from './audit-disk';
import { chainsIn, fileOf, filesOf } from './audit-files';
import type { AuditedCall } from './audit-record';

/** A record as it is read back. */
export interface ReadRecord extends Partial<AuditedCall> {
  readonly chain: string;
  readonly n: number;
  readonly at: string;
  readonly type: string;
}

/** Reads the records of an audit in the order of their time; what can't be read is left to `verifyAudit` to report. */
export function readAudit(directory: string): ReadRecord[] {
  const records: ReadRecord[] = [];
  for (const chain of chainsIn(directory)) {
    const path = join(directory, chain);
    for (const number of filesOf(path)) {
      for (const line of linesOf(fileOf(path, number))) {
        const record = line === '' ? undefined : parsedJson(line);
        if (isObject(record)) records.push({ ...record, chain } as unknown as ReadRecord);
      }
    }
  }
  return records.sort((one, other) => compare(one.at, other.at));
}

function linesOf(path: string): string[] {
  try {
    return readAuditFile(path).toString('utf8').split('\n');
  } catch {
    return [];
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
