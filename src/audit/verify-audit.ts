import { join } from 'node:path';
import { chainsIn, type ChainHead } from './audit-files';
import { sealWith } from './audit-seal';
import { verifyChain, type AuditFinding, type CheckedChain } from './verify-chain';

/** A record that somebody noted elsewhere, and that must still be there. */
export interface KnownRecord extends ChainHead {
  readonly chain: string;
}

/** What was found in an audit. */
export interface AuditVerdict {
  readonly sound: boolean;
  readonly chains: readonly CheckedChain[];
  readonly findings: readonly AuditFinding[];
}

/**
 * Checks an audit: that every byte of every chain is as it was written, that none is missing, and that every record which
 * another chain or somebody else knows is there.
 */
export function verifyAudit(
  directory: string,
  key?: string,
  known: readonly KnownRecord[] = [],
): AuditVerdict {
  const seal = sealWith(key);
  const chains = chainsIn(directory).map((name) => verifyChain(join(directory, name), seal));
  const findings = chains.flatMap((chain) => chain.findings);
  if (!chains.length) findings.push({ place: directory, problem: 'there is no audit in it' });
  chains.forEach(({ name }, index) => {
    if (Number(name) !== index + 1 && Number(chains[index - 1]?.name ?? 0) + 1 !== Number(name))
      findings.push({ place: directory, problem: `the chain before ${name} is missing` });
  });
  const vouched = chains.flatMap(({ name, vouches }) =>
    vouches.map(({ chain, head }) => ({ chain, ...head, by: `chain ${name}` })),
  );
  const expected = [...vouched, ...known.map((record) => ({ ...record, by: 'whoever noted it' }))];
  for (const { chain, n, hash, by } of expected) {
    const problem = missing(
      chains.find(({ name }) => name === chain),
      n,
      hash,
    );
    if (problem !== undefined)
      findings.push({ place: join(directory, chain), problem: `${problem}, which ${by} knows` });
  }
  return { sound: findings.length === 0, chains, findings };
}

function missing(chain: CheckedChain | undefined, n: number, hash: string): string | undefined {
  if (!chain) return 'the chain is missing';
  if (n === 0) return undefined;
  const there = chain.hashes.get(n);
  if (there === hash) return undefined;
  // It may have been deleted with the oldest files, which the chain itself vouches for.
  const [oldest = 1] = chain.hashes.keys();
  if (there === undefined && n < oldest) return undefined;
  return there === undefined ? `record ${n} is missing` : `record ${n} is another than the one`;
}
