import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { compareContracts } from '../contract/compare-contracts';
import { contractOf, readContract } from '../contract/contract';
import { AuthorError } from '../errors';
import { offerOfApp } from './offer-of-app';
import type { OpenApp } from './open-loaded-app';

/** Compares an open app with its contract; what differs is logged, and thrown in strict mode. */
export async function reportDrift(open: OpenApp, file: string): Promise<void> {
  const { config, setup } = open;
  const cure = `Write it with 'toolwright snapshot --out ${file}'.`;
  let text: string;
  try {
    text = await readFile(resolve(setup.cwd, file), 'utf8');
  } catch (error) {
    throw new AuthorError(file, `can't be read as a contract: ${(error as Error).message}.`, cure);
  }
  const changes = compareContracts(contractIn(text, file), contractOf(await offerOfApp(open)));
  if (!changes.length) return;
  const lines = changes.map(({ level, subject, message }) => `${level}: ${subject} ${message}`);
  const what = `differs from what is served in ${changes.length === 1 ? 'one place' : `${changes.length} places`}: ${lines.join('; ')}.`;
  if (config.strict)
    throw new AuthorError(
      file,
      what,
      `If that is meant, write it anew with 'toolwright snapshot --out ${file}'.`,
    );
  setup.log.warning(`The contract ${file} ${what}`);
}

function contractIn(text: string, file: string): ReturnType<typeof readContract> {
  try {
    return readContract(text, file);
  } catch (error) {
    throw new AuthorError(
      file,
      `is of no use: ${(error as Error).message}.`,
      'Correct the setting `contract`.',
    );
  }
}
