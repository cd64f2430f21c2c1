import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ContractError, readContract, type Contract } from '../../contract/contract';
import { CHANGE_LEVELS, type ChangeLevel, type ContractChange } from '../../contract/change';
import { UsageError } from '../command';
import type { Paint } from '../../base/colours';

/** Where the contract of a project is kept. */
export const CONTRACT_FILE = 'toolwright.contract.json';

/** Reads a contract file that was named on the command line. */
export async function contractFrom(file: string, cwd: string): Promise<Contract> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new UsageError(`${file} can't be read: ${(error as Error).message}`);
    throw new UsageError(
      `there is no ${file}, so nothing was compared with a contract; write it with 'toolwright snapshot --out ${file}' and keep it in version control`,
    );
  }
  try {
    return readContract(text, file);
  } catch (error) {
    if (error instanceof ContractError) throw new UsageError(error.message);
    throw error;
  }
}

/** Returns the greatest change that is accepted. */
export function acceptedLevel(given: unknown, usual: ChangeLevel | 'none'): ChangeLevel | 'none' {
  if (given === undefined) return usual;
  const levels = ['none', ...CHANGE_LEVELS];
  if (typeof given === 'string' && levels.includes(given)) return given as ChangeLevel | 'none';
  throw new UsageError(`--allow: ${JSON.stringify(given)} is not one of ${levels.join(', ')}`);
}

/** The line after a comparison with a build that is not what its author wrote last. */
export const ABOUT_STALE_BUILD = 'All this is about a build that is older than its sources.\n';

/** Writes changes for people, one line each. */
export function changesText(changes: readonly ContractChange[], { red, yellow, dim }: Paint): string {
  const colours = { major: red, minor: yellow, patch: dim } as const;
  return changes
    .map(({ level, subject, message }) => `${colours[level](level)}  ${subject}: ${message}\n`)
    .join('');
}
