import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  lintOffer,
  RULES,
  type ClientName,
  type ForgottenField,
  type LintOffer,
  type Probe,
  type Refusal,
  type UnregisteredClass,
} from '../../../src/lint';
import type { OfferedTool } from '../../../src/base/offer';

// Every fault as data: what the server offers with the fault, and the same without it.
interface Case extends LintOffer {
  readonly clients?: readonly ClientName[];
  readonly serverName?: string;
  readonly again?: readonly OfferedTool[];
  readonly answerBudget?: number;
  readonly probes?: readonly Probe[];
  readonly refusals?: readonly Refusal[];
  readonly forgotten?: readonly ForgottenField[];
  readonly unregistered?: readonly UnregisteredClass[];
  readonly off?: readonly string[];
}

interface Seeded {
  readonly rule: string;
  readonly what: string;
  readonly fault: Case;
  readonly clean: Case;
}

const folder = join(__dirname, '..', '..', 'fixtures', 'lint');
const corpus = readdirSync(folder).flatMap(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Seeded[],
);

function found({
  clients,
  serverName,
  again,
  answerBudget,
  probes,
  refusals,
  forgotten,
  unregistered,
  off,
  ...offer
}: Case): string[] {
  const findings = lintOffer(offer, {
    clients,
    serverName,
    probes,
    refusals,
    forgotten,
    unregistered,
    off,
    ...(again && { again: { tools: again } }),
    ...(answerBudget !== undefined && { answerBudget: () => answerBudget }),
  });
  return findings.map(({ rule }) => rule);
}

test('the corpus has at least 120 faults, and two or more for every rule', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(120);
  const counts = RULES.map(({ id }) => [id, corpus.filter(({ rule }) => rule === id).length] as const);
  expect(counts.filter(([, count]) => count < 2)).toEqual([]);
});

test.each(corpus.map((seeded) => [seeded.rule, seeded.what, seeded] as const))(
  '%s is raised for: %s',
  (rule, _, { fault }) => {
    expect(found(fault)).toContain(rule);
  },
);

test.each(corpus.map((seeded) => [seeded.rule, seeded.what, seeded] as const))(
  'nothing is raised without the fault of %s: %s',
  (_rule, _what, { clean }) => {
    expect(found(clean)).toEqual([]);
  },
);
