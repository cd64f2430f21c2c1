import type { Rule } from '../rule';

/** The rules about what only the sources of an app show. */
export const SOURCE_RULES: readonly Rule[] = [
  {
    id: 'argument-forgotten',
    severity: 'warning',
    about: 'a field of an args class without @Arg',
    evidence: 'It is in no schema, so no client can send it, and the tool always finds it empty.',
    source: 'docs/authoring.md: only what is described is an argument',
    *find({ forgotten }) {
      for (const { className, field, cure, ...at } of forgotten)
        yield {
          subject: { kind: 'server', name: '' },
          message: `${className}.${field} has no @Arg, so clients can’t send it`,
          cure,
          at,
        };
    },
  },
];
