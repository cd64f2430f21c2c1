import { Arg } from '../decorators';
import { Setting } from './setting';

/** What is recorded of each call, and where. */
export class AuditSettings {
  @Arg({
    description:
      'The directory in which every call is recorded; setting it turns the audit on. No tool may read or write it',
    optional: true,
    minLength: 1,
    example: '/var/lib/toolwright/audit',
  })
  @Setting({ option: 'audit', variable: 'AUDIT' })
  dir?: string;

  @Arg({
    description:
      'A secret that the hashes are made with, so that nobody without it can write a record that `audit verify` accepts',
    optional: true,
    minLength: 16,
    secret: true,
  })
  key?: string;

  @Arg({
    description:
      'When a record counts as written, and its call is answered: once the system has it (`system`: it survives the death of the server), or once the disk has it (`disk`: it survives a loss of power)',
    type: 'string',
    enum: ['system', 'disk'],
  })
  sync: 'system' | 'disk' = 'system';

  @Arg({
    description:
      'What happens while nothing can be recorded, as on a full disk: calls are refused, or go on unrecorded',
    type: 'string',
    enum: ['refuse', 'continue'],
  })
  onFailure: 'refuse' | 'continue' = 'refuse';

  @Arg({
    description:
      'The longest text of an argument that is recorded whole; of longer ones the beginning, the length and the SHA-256 are',
    type: 'integer',
    minimum: 0,
    maximum: 100_000,
  })
  argumentLength = 1_000;

  @Arg({
    description: 'The size in bytes from which a new file is begun',
    type: 'integer',
    minimum: 10_000,
    maximum: 1_000_000_000,
  })
  fileSize = 50_000_000;

  @Arg({
    description: 'How many files of each chain are kept; 0 for all',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
  })
  keepFiles = 0;
}
