import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditLog, type AuditOptions } from '../../src/audit/audit-log';
import { fileOf, filesOf } from '../../src/audit/audit-files';
import { verifyAudit } from '../../src/audit/verify-audit';
import { Logger, type LogRecord } from '../../src/logger';
import { temporaryDirectory } from './temporary-directory';

/** A directory with an audit, and what was logged about it. */
export class TestedAudit {
  readonly logged: LogRecord[] = [];

  constructor(readonly directory = join(temporaryDirectory('tw-audit'), 'audit')) {}

  open(options: Partial<AuditOptions> = {}): AuditLog {
    const log = new Logger('audit', [
      { wants: () => true, write: (record) => void this.logged.push(record) },
    ]);
    return new AuditLog({
      directory: this.directory,
      fileBytes: 1_000_000,
      keepFiles: 0,
      sync: false,
      room: 0,
      log,
      program: 'test',
      ...options,
    });
  }

  /** Writes some records with a process that ends in good order. */
  written(count: number, options: Partial<AuditOptions> = {}): this {
    const audit = this.open(options);
    for (let index = 0; index < count; index++) audit.append('call', { id: `c${index}`, name: 'echo' });
    audit.close();
    return this;
  }

  copy(): TestedAudit {
    const copy = new TestedAudit();
    cpSync(this.directory, copy.directory, { recursive: true });
    return copy;
  }

  path(chain: string, ...names: string[]): string {
    return join(this.directory, chain, ...names);
  }

  files(chain = '1'): string[] {
    const path = join(this.directory, chain);
    return filesOf(path).map((number) => fileOf(path, number));
  }

  /** Changes the bytes of a file. */
  edit(file: string, change: (bytes: Buffer) => Buffer): void {
    writeFileSync(file, change(readFileSync(file)));
  }

  problems(key?: string): string[] {
    return verifyAudit(this.directory, key).findings.map(({ problem }) => problem);
  }

  notes(): string[] {
    return verifyAudit(this.directory).chains.flatMap(({ notes }) => notes);
  }
}
