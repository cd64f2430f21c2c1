/** What is run: the suite in both released lines, for both revisions. */
export const RUNS = [
  { title: '2025-11-25, suite 0.1.16', suite: 'released', args: [] },
  { title: '2025-11-25, suite 0.2.0-alpha.12', suite: 'next', args: ['--requirements', '2025-11-25'] },
  { title: '2026-07-28, suite 0.2.0-alpha.12', suite: 'next', args: ['--requirements', '2026-07-28'] },
];

/** Scenarios that don't apply, with the reason; docs/protocol.md repeats the list. */
export const NOT_APPLICABLE = {};
