import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../logger';
import { AuditChain } from './audit-chain';
import { readAuditFile } from './audit-disk';
import { chainsIn, HEAD_FILE, readHead, type ChainHead } from './audit-files';
import { repairedEnd, type ChainEnd } from './chain-end';
import { claimChain, type ClaimedChain } from './claim-chain';
import { sealWith } from './audit-seal';

/** How an audit is kept. */
export interface AuditOptions {
  readonly directory: string;
  readonly key?: string | undefined;
  readonly fileBytes: number;
  readonly keepFiles: number;
  /** Whether answers wait until their records are on the disk itself. */
  readonly sync: boolean;
  /** How many bytes have to be free before a chain is opened, so that there is room for what is recorded next. */
  readonly room: number;
  readonly log: Logger;
  /** What writes it, such as `toolwright 1.0.0`. */
  readonly program: string;
}

/** The audit as one process writes it: its chain is claimed when it is opened, or with the first record. */
export class AuditLog {
  private chain: AuditChain | undefined;
  private claimed: ClaimedChain | undefined;

  constructor(private readonly options: AuditOptions) {}

  /** Opens the chain, unless it is open; throws if that can't be done. */
  open(): void {
    this.chain ??= this.begin();
  }

  /** Writes a record; throws if that can't be done. */
  append(type: string, record: object): void {
    (this.chain ??= this.begin()).append(type, record);
  }

  /** Resolves when what was written so far is on the disk itself. */
  synced(): Promise<void> {
    return this.chain?.synced() ?? Promise.resolve();
  }

  /** Writes that the process ends in good order, and lets another go on with the chain. */
  close(): void {
    try {
      this.endChain();
    } catch (error) {
      this.options.log.error(`The audit could not be closed: ${(error as Error).message}`);
    }
    this.claimed?.release();
    this.chain = undefined;
    this.claimed = undefined;
  }

  private endChain(): void {
    try {
      this.chain?.append('close', {});
    } finally {
      this.chain?.close();
    }
  }

  private begin(): AuditChain {
    const { directory, key, fileBytes, keepFiles, sync, room } = this.options;
    const claimed = (this.claimed ??= claimChain(directory));
    const end = repairedEnd(claimed.path);
    const chain = new AuditChain(claimed.path, end, { seal: sealWith(key), fileBytes, keepFiles, sync });
    try {
      chain.proveRoom(room);
      this.writeOpening(chain, claimed, end);
      if (sync) chain.flush();
    } catch (error) {
      chain.close();
      throw error;
    }
    return chain;
  }

  private writeOpening(chain: AuditChain, claimed: ClaimedChain, { torn, broken }: ChainEnd): void {
    const { directory, log, program } = this.options;
    chain.append('open', {
      version: 1,
      chain: claimed.name,
      host: hostname(),
      pid: process.pid,
      user: userInfo().username,
      program,
      ...(torn && { torn }),
      ...(broken !== undefined && { broken }),
      others: headsOf(directory, claimed.name),
    });
    if (torn)
      log.warning(
        `The audit in ${claimed.path} ended in an unfinished record, which no answer relied on; its ${torn.bytes} bytes were cut off, and that is recorded`,
      );
    if (broken !== undefined)
      log.error(`The audit in ${claimed.path} was changed, or lost in a crash: ${broken}; that is recorded`);
    const { n, hash } = chain.end;
    log.info(`The audit goes on in ${claimed.path}: ${claimed.name}:${n}:${hash}`);
  }
}

// How far the other chains go: whoever shortens one of them has to change this one, too.
function headsOf(directory: string, own: string): Record<string, ChainHead> {
  const heads: Record<string, ChainHead> = {};
  for (const name of chainsIn(directory)) {
    if (name === own) continue;
    try {
      const head = readHead(readAuditFile(join(directory, name, HEAD_FILE)).toString('latin1'));
      if (head) heads[name] = head;
    } catch {
      // Begun at this moment: it has nothing to vouch for.
    }
  }
  return heads;
}
