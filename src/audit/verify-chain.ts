import { exceptionMessage } from '../base/exception';
import { basename, join } from 'node:path';
import { isObject, parsedJson } from '../base/json-value';
import { readAuditFile } from './audit-disk';
import { fileOf, filesOf, HEAD_FILE, readHead, type ChainHead } from './audit-files';
import { FIRST_HASH, openedLine, type Seal } from './audit-seal';

/** Something wrong with an audit, and where. */
export interface AuditFinding {
  readonly place: string;
  readonly problem: string;
}

/** A chain as it was found. */
export interface CheckedChain {
  readonly name: string;
  readonly records: number;
  readonly head: ChainHead;
  /** What it says about other chains: how far they had come when this one was opened. */
  readonly vouches: readonly { readonly chain: string; readonly head: ChainHead }[];
  /** The hash of every record that is there, by number. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly findings: readonly AuditFinding[];
  /** What is not wrong, but worth knowing. */
  readonly notes: readonly string[];
}

const NEWLINE = 0x0a;

/** Checks every byte of a chain. */
export function verifyChain(path: string, seal: Seal): CheckedChain {
  return new ChainCheck(path, seal).run();
}

class ChainCheck {
  private readonly findings: AuditFinding[] = [];
  private readonly notes: string[] = [];
  private readonly hashes = new Map<number, string>();
  private readonly vouches: CheckedChain['vouches'][number][] = [];
  private n = 0;
  private hash = FIRST_HASH;
  private pruned = 0;

  constructor(
    private readonly path: string,
    private readonly seal: Seal,
  ) {}

  run(): CheckedChain {
    const files = filesOf(this.path);
    for (const [index, number] of files.entries()) {
      const before = files[index - 1];
      if (before !== undefined && number !== before + 1)
        this.found(this.path, `the files between ${before} and ${number} are missing`);
      this.file(number, index === 0 || number !== (before ?? 0) + 1);
    }
    const [first = 1] = files;
    if (first > this.pruned + 1)
      this.found(
        this.path,
        `the files before ${first} are missing, and no record says that they were deleted`,
      );
    this.head();
    const { findings, notes, hashes, vouches, n, hash } = this;
    return {
      name: basename(this.path),
      records: hashes.size,
      head: { n, hash },
      vouches,
      hashes,
      findings,
      notes,
    };
  }

  private file(number: number, begins: boolean): void {
    const path = fileOf(this.path, number);
    let bytes: Buffer;
    try {
      bytes = readAuditFile(path);
    } catch (error) {
      return this.found(path, `it can't be read: ${exceptionMessage(error)}`);
    }
    if (!bytes.length) this.found(path, 'it is empty');
    let line = 0;
    for (let from = 0; from < bytes.length;) {
      line++;
      const to = bytes.indexOf(NEWLINE, from);
      if (to < 0) {
        const left = bytes.length - from;
        return this.found(
          `${path}:${line}`,
          `${left} bytes of an unfinished record; the next start cuts them off`,
        );
      }
      this.record(bytes.subarray(from, to), `${path}:${line}`, number, line === 1, begins);
      from = to + 1;
    }
  }

  private record(bytes: Buffer, place: string, file: number, first: boolean, begins: boolean): void {
    const opened = openedLine(bytes);
    const record = opened && parsedJson(`${opened.text.toString('utf8')}}`);
    if (!opened || !isObject(record)) {
      this.found(place, 'it is not a record');
      this.n++;
      return;
    }
    const { n, type, before } = record;
    // What came before the oldest file that is left is known from that file alone.
    if (first && begins && file > 1 && typeof n === 'number' && typeof before === 'string')
      [this.n, this.hash] = [n - 1, before];
    if (first && (type !== 'file' || record['file'] !== file))
      this.found(place, 'it is not the record that this file began with');
    if (!first && type === 'file') this.found(place, 'another file was joined to this one here');
    if (n !== this.n + 1) this.found(place, `record ${String(n)} stands where ${this.n + 1} should be`);
    if (this.seal(this.hash, opened.text) !== opened.hash)
      this.found(place, `record ${String(n)} was changed, or does not follow the one before it`);
    this.n = typeof n === 'number' ? n : this.n + 1;
    this.hash = opened.hash;
    this.hashes.set(this.n, this.hash);
    this.note(record, place);
  }

  private note(record: Record<string, unknown>, place: string): void {
    const { type, broken, torn, through, others } = record;
    if (type === 'pruned' && typeof through === 'number') this.pruned = Math.max(this.pruned, through);
    if (type === 'resumed')
      this.notes.push(
        `${place}: ${String(record['unrecorded'])} calls before it are not recorded: ${String(record['after'])}`,
      );
    if (type !== 'open') return;
    if (record['chain'] !== basename(this.path))
      this.found(
        place,
        `it is chain ${String(record['chain'])} of an audit, not chain ${basename(this.path)}`,
      );
    if (typeof broken === 'string') this.found(place, `when it was opened, ${broken}`);
    if (isObject(torn))
      this.notes.push(`${place}: an unfinished record of ${String(torn['bytes'])} bytes was cut off here`);
    for (const [chain, head] of Object.entries(isObject(others) ? others : {}))
      if (isObject(head) && typeof head['n'] === 'number' && typeof head['hash'] === 'string')
        this.vouches.push({ chain, head: { n: head['n'], hash: head['hash'] } });
  }

  // A process that is killed between a record and its head leaves the head one behind.
  private head(): void {
    const path = join(this.path, HEAD_FILE);
    let head: ChainHead | undefined;
    try {
      head = readHead(readAuditFile(path).toString('latin1'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return this.found(path, 'it is missing');
      return this.found(path, `it can't be read: ${exceptionMessage(error)}`);
    }
    if (!head) return this.found(path, 'it was changed');
    if (head.n > this.n) return this.found(path, `the records ${this.n + 1} to ${head.n} are missing`);
    const known = head.n === 0 ? FIRST_HASH : this.hashes.get(head.n);
    if (known !== head.hash) return this.found(path, `it does not know record ${head.n} as it is`);
    const ahead = this.n - head.n;
    if (ahead > 1) this.found(path, `it is ${ahead} records behind`);
    else if (ahead === 1)
      this.notes.push(
        `${path}: the last record is not in it: the process was killed at that moment, or still runs`,
      );
  }

  private found(place: string, problem: string): void {
    this.findings.push({ place, problem });
  }
}
