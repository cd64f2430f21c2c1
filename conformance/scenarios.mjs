/** What is run: the suite in both released lines, for both revisions. */
export const RUNS = [
  { title: '2025-11-25, suite 0.1.16', suite: 'released', args: [] },
  { title: '2025-11-25, suite 0.2.0-alpha.12', suite: 'next', args: ['--requirements', '2025-11-25'] },
  { title: '2026-07-28, suite 0.2.0-alpha.12', suite: 'next', args: ['--requirements', '2026-07-28'] },
];

const TASKS = 'the tasks extension is optional and not offered yet; background operations are plain tools';

/** Scenarios that don't apply, with the reason; docs/protocol.md repeats the list. */
export const NOT_APPLICABLE = {
  'tasks-lifecycle': TASKS,
  'tasks-capability-negotiation': TASKS,
  'tasks-wire-fields': TASKS,
  'tasks-request-state-removal': TASKS,
  'tasks-mrtr-input': TASKS,
  'tasks-request-headers': TASKS,
  'tasks-dispatch-and-envelope': TASKS,
  'tasks-required-task-error': TASKS,
  'tasks-mrtr-composition': TASKS,
};
