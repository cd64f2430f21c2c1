import { exceptionMessage } from '../../base/exception';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AuditLog } from '../../audit/audit-log';
import { AuditObserver } from '../../audit/audit-observer';
import { ConfigError } from '../../config';
import { version } from '../package-version';
import type { Setup } from '../pack';
import { knownSecretsOf } from './find-known-secrets';

// What a chain begins with and the record of a usual call take less.
const FIRST_RECORDS = 16_384;

/** Records every call of a server. Nothing is written before the first. */
export function startAudit(setup: Setup): void {
  const { config, cwd, registry, onClose } = setup;
  const { dir, key, sync, onFailure, argumentLength, fileSize, keepFiles } = config.audit;
  const log = setup.log.named('audit');
  const directory = resolve(cwd, dir!);
  refuseUnusable(directory, setup);
  const audit = new AuditLog({
    directory,
    key,
    fileBytes: fileSize,
    keepFiles,
    sync: sync === 'disk',
    room: onFailure === 'refuse' ? FIRST_RECORDS : 0,
    log,
    program: `toolwright ${version()}`,
  });
  registry.observe(
    new AuditObserver(audit, {
      secrets: knownSecretsOf(registry),
      longest: argumentLength,
      sync: sync === 'disk',
      refuses: onFailure === 'refuse',
      log,
    }),
  );
  onClose(() => audit.close());
}

/** Refuses a directory that can't be written: an operator learns at the start, not with the first call, that nothing can be recorded. */
export function refuseUnusable(directory: string, { sources }: Pick<Setup, 'sources'>): void {
  try {
    let existing = directory;
    for (;;) {
      const found = statSync(existing, { throwIfNoEntry: false });
      if (found && !found.isDirectory()) throw new Error(`${existing} is not a directory`);
      if (found || existing === dirname(existing)) break;
      existing = dirname(existing);
    }
    accessSync(existing, constants.W_OK);
  } catch (error) {
    throw new ConfigError([
      {
        origin: sources.where('audit.dir'),
        path: 'audit.dir',
        message: `can't be written: ${exceptionMessage(error)}`,
        cure: 'Name a directory that the server may write, on a disk with room.',
      },
    ]);
  }
}
