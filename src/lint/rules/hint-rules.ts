import { eachTool, type Rule } from '../rule';
import { verbOf, wordsOfName } from '../compared-words';

const SPEC = 'MCP, ToolAnnotations';

// An argument that says where to write to: a tool that has one doesn’t only read.
const OUTPUT =
  /^(?:output|out|save|download|destination|dest|local)_(?:to|dir|directory|folder|path|file|filename)(?:_path)?$/;

/** The rules about hints that contradict a tool’s name or each other. */
export const HINT_RULES: readonly Rule[] = [
  {
    id: 'hint-read-only',
    severity: 'error',
    about: 'a tool that changes something, marked as read-only',
    evidence: 'Clients run read-only tools without asking; this one changes something unasked.',
    source: `${SPEC}.readOnlyHint`,
    fixable: true,
    find: eachTool(function* ({ words, annotations, subject }) {
      const said = verbOf(words);
      if (annotations?.['readOnlyHint'] !== true || !said || said.kind === 'reads') return;
      yield {
        subject,
        message: `is marked as read-only, but its name says ${said.verb}`,
        cure: 'Set readOnlyHint to false, or rename the tool.',
      };
    }),
  },
  {
    id: 'hint-not-destructive',
    severity: 'error',
    about: 'a tool that removes something, marked as not destructive',
    evidence: 'Clients don’t warn before tools that say they destroy nothing.',
    source: `${SPEC}.destructiveHint: false means additive changes only`,
    fixable: true,
    find: eachTool(function* ({ words, annotations, subject }) {
      const said = verbOf(words);
      if (annotations?.['destructiveHint'] !== false || annotations['readOnlyHint'] === true) return;
      if (said?.kind !== 'removes') return;
      yield {
        subject,
        message: `is marked as not destructive, but its name says ${said.verb}`,
        cure: 'Set destructiveHint to true, or say in name and description what stays.',
      };
    }),
  },
  {
    id: 'hint-destructive-read',
    severity: 'warning',
    about: 'a tool that reads, marked as destructive',
    evidence: 'Clients ask the user before each call of a destructive tool.',
    source: `${SPEC}.destructiveHint`,
    find: eachTool(function* ({ words, annotations, subject }) {
      const said = verbOf(words);
      if (annotations?.['destructiveHint'] !== true || annotations['readOnlyHint'] === true) return;
      if (said?.kind !== 'reads') return;
      yield {
        subject,
        message: `is marked as destructive, but its name says ${said.verb}`,
        cure: 'Set readOnlyHint to true and destructiveHint to false, if it only reads.',
      };
    }),
  },
  {
    id: 'hint-contradiction',
    severity: 'warning',
    about: 'a tool marked as read-only and destructive',
    evidence: 'Only one can be true; clients differ in which one they believe.',
    source: `${SPEC}: destructiveHint means something only if readOnlyHint is false`,
    fixable: true,
    find: eachTool(function* ({ annotations, subject }) {
      if (annotations?.['readOnlyHint'] !== true || annotations['destructiveHint'] !== true) return;
      yield {
        subject,
        message: 'is marked as read-only and as destructive',
        cure: 'Keep the one that is true.',
      };
    }),
  },
  {
    id: 'hint-missing',
    severity: 'note',
    about: 'a tool that reads, without a hint',
    evidence: 'A tool without hints counts as destructive, so clients ask before each call of it.',
    source: `${SPEC}: readOnlyHint is false and destructiveHint true by default`,
    find: eachTool(function* ({ words, annotations, subject, nodes }) {
      if (
        (annotations?.['readOnlyHint'] ?? annotations?.['destructiveHint']) !== undefined ||
        verbOf(words)?.kind !== 'reads' ||
        nodes.some(({ name }) => name !== undefined && OUTPUT.test(wordsOfName(name).join('_')))
      )
        return;
      yield {
        subject,
        message: 'only reads by its name, but doesn’t say so',
        cure: 'Set readOnlyHint to true, if that is so.',
      };
    }),
  },
];
