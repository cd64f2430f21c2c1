import type { Rule } from '../rule';

/** The rules about what only the sources of an app show. */
export const SOURCE_RULES: readonly Rule[] = [
  {
    id: 'argument-forgotten',
    severity: 'warning',
    about: 'a field of an args or settings class without @Arg',
    evidence: 'It is in no schema, so no client or operator can set it, and the code always finds it empty.',
    source: 'docs/authoring.md: only what is described is an argument',
    *find({ forgotten }) {
      for (const { className, field, cure, ...at } of forgotten)
        yield {
          subject: { kind: 'server', name: '' },
          message: `${className}.${field} has no @Arg, so nobody can set it`,
          cure,
          at,
        };
    },
  },
  {
    id: 'class-unregistered',
    severity: 'note',
    about: 'a class with @Tool, @Prompt or @Resource that the app doesn’t have',
    evidence: 'It compiles and no client ever sees it.',
    source: 'docs/authoring.md: an app offers what it lists',
    *find({ unregistered }) {
      for (const { className, kind, cure, ...at } of unregistered)
        yield {
          subject: { kind: 'server', name: '' },
          message: `${className} is a ${kind} that the app doesn’t have`,
          cure,
          at,
        };
    },
  },
];
