import { CLIENT_LIMITS } from '../clients';
import { eachTool, type Rule } from '../rule';
import { contentWords, stem, wordsOfText } from '../compared-words';
import { nearestNames } from '../../base/names';

const STUDY = 'a study of 856 tools of public servers';

// Any of these shows that a description says when the tool fits, what it needs, or where it ends.
const USAGE =
  /\b(?:us(?:e|ed|eful|ing|age)|when(?:ever)?|if|unless|before|after|instead|prefer|rather|avoid|don[’']t|do not|does not|doesn[’']t|never|always|only|must|requires?|required|needs?|needed|should|helps?|helpful|ideal|best|limit(?:s|ed)?|cannot|can[’']t|won[’']t|not|no|up to|at most|maximum|max|at least|within|without|returns?|once|first|currently|so that|in order to|allows?|lets|suitable|good for|works?|supports?|e\.g|example|note|important|warning|optional(?:ly)?|either|both|while|until|since|better|each|so|calling|also|unsafe|except|caution|verify|stays?|kept|keeps?|nothing|remains?|single|multiple|paginat(?:ed|ion)|paged)\b/i;

// A purpose: `to show data`, `for comparing categories`; `to a repository` is none.
const PURPOSE =
  /\bto (?!a |an |the |your |this |it\b|one |another |or |be )[a-z]+\b|\bfor [a-z]+ing\b|\bsuch as\b/;

const PLACEHOLDER =
  /^(?:todo|tbd|fixme|n\/?a|none|null|undefined|description|string|tool|test|\.+|-+)\.?$|(?:^|[.\n]\s*)(?:TODO|FIXME|TBD|XXX)\b(?!`)|lorem ipsum|\[object Object\]|\b(?:add|insert|enter|your) (?:a |the )?description(?: here)?\b|<description>|^What \w+ is for\.(?=\s|$)|\bWhen and how an agent should call it\./i;

const ORDERS =
  /<\/?(?:important|system|secret|instructions?)>|\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your )?(?:previous|prior|earlier|above|other) (?:instructions?|prompts?|rules|messages)|\b(?:do not|don[’']t|never) (?:tell|inform|mention|reveal|show)(?: this| it| anything)?(?: to)? the user\b|\bwithout (?:telling|informing|asking) the user\b|\bsystem prompt\b.{0,40}\b(?:override|replace|ignore)|\b(?:read|send|include|pass|attach).{0,60}(?:~\/\.ssh|id_rsa|\.env\b|mcp\.json|api keys?\b.{0,20}\bas\b)|\balways call this (?:tool|function) (?:first|before any)/i;

const SHORTEST_WORDS = 3;

/** The rules about the descriptions of tools. */
export const DESCRIPTION_RULES: readonly Rule[] = [
  {
    id: 'description-missing',
    severity: 'warning',
    about: 'a tool without a description',
    evidence:
      'Models choose by the description; without one only the name is left, and Gemini refuses the function.',
    source: `MCP, Tool.description; ${STUDY}`,
    find: eachTool(function* ({ description, subject }) {
      if (description.trim()) return;
      yield {
        subject,
        message: 'has no description',
        cure: 'Say in one or two sentences what it does, when to use it, and what it doesn’t do.',
      };
    }),
  },
  {
    id: 'description-placeholder',
    severity: 'warning',
    about: 'a description that was never written',
    evidence: 'A placeholder costs tokens and tells the model nothing.',
    source: STUDY,
    find: eachTool(function* ({ description, subject }) {
      const text = description.trim();
      const [found] = PLACEHOLDER.exec(text) ?? [];
      if (!text || found === undefined) return;
      yield {
        subject,
        message: `the description still says “${found}”`,
        cure: 'Write what the tool does and when to use it.',
      };
    }),
  },
  {
    id: 'description-purpose',
    severity: 'warning',
    about: 'a description that says no more than the name',
    evidence: 'A description that repeats the name gives the model nothing to choose by.',
    source: `${STUDY}: unclear purpose is the most frequent defect`,
    find: eachTool(function* ({ description, subject, words }) {
      const text = description.trim();
      if (!text || PLACEHOLDER.test(text)) return;
      const repeats = repeatsName(text, words);
      if (!repeats && !isShort(text)) return;
      yield {
        subject,
        message: !repeats
          ? `the description is only “${text}”`
          : `the description only repeats the name: “${text}”`,
        cure: 'Say what it acts on, what it returns, and when to use it.',
      };
    }),
  },
  {
    id: 'description-usage',
    severity: 'note',
    about: 'a description that says neither when to use the tool nor what its limits are',
    evidence:
      'Of 527 public tools 92 % never say when to use them; complete but compact descriptions raise success most.',
    source: STUDY,
    find: eachTool(function* ({ description, subject, words }, { tools }) {
      const text = description.trim();
      // Where there is only one tool, nothing has to be chosen. One fault is said once.
      if (tools.length < 2 || !text || isShort(text) || PLACEHOLDER.test(text)) return;
      if (repeatsName(text, words)) return;
      if (USAGE.test(text) || PURPOSE.test(text)) return;
      // Whoever names another tool says how the two go together.
      if (tools.some(({ name }) => name !== subject.name && name.length > 4 && text.includes(name))) return;
      yield {
        subject,
        message: 'the description doesn’t say when to use the tool, nor what it can’t do',
        cure: 'Add a clause such as “Use it when …”, “Only for …” or “Returns at most …”.',
      };
    }),
  },
  {
    id: 'description-length',
    severity: 'error',
    about: 'a description that is cut',
    evidence:
      'Claude Code cuts descriptions at 2,048 characters: the model never sees what is said after that.',
    source: 'Claude Code’s documentation of MCP',
    clients: ['claude'],
    find: eachTool(function* ({ description, subject }) {
      const most = CLIENT_LIMITS.claude.text!;
      if (description.length <= most) return;
      yield {
        subject,
        message: `the description has ${description.length} characters; Claude Code cuts it at ${most}`,
        cure: 'Keep what decides about the choice, and move the rest to parameters, instructions or a resource.',
        clients: ['claude'],
      };
    }),
  },
  {
    id: 'description-orders',
    severity: 'error',
    about: 'a description that gives the model orders behind the user’s back',
    evidence:
      'Such texts are how poisoned tools make models leak data; clients and scanners block servers that have them.',
    source: 'Invariant Labs, tool poisoning attacks (2025)',
    find: eachTool(function* (tool) {
      for (const [text, field] of textsOf(tool)) {
        const [found] = ORDERS.exec(text) ?? [];
        if (found === undefined) continue;
        yield {
          subject: { ...tool.subject, ...(field && { field }) },
          message: `the description orders the model around: “${found.slice(0, 80)}”`,
          cure: 'Describe what the tool does; leave what the model says and does to the user.',
        };
      }
    }),
  },
  {
    id: 'description-unknown-tool',
    severity: 'warning',
    about: 'a description that names a tool that doesn’t exist',
    evidence: 'A model that is sent to a misspelt tool calls it, and fails.',
    source: 'Calls of unknown tools are errors −32602 in MCP',
    find: eachTool(function* (tool, { tools }) {
      const known = new Set(
        tools.flatMap(({ name, nodes }) => [name, ...nodes.flatMap(({ name: field }) => field ?? [])]),
      );
      const names = tools.map(({ name }) => name);
      for (const [, mentioned = ''] of tool.description.matchAll(/`([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)`/g)) {
        if (known.has(mentioned)) continue;
        const [nearest] = nearestNames(mentioned, names, 1);
        if (nearest === undefined || Math.abs(nearest.length - mentioned.length) > 2) continue;
        yield {
          subject: tool.subject,
          message: `the description names ${mentioned}, which doesn’t exist`,
          cure: `Write ${nearest}, if that is meant.`,
        };
      }
    }),
  },
];

function repeatsName(text: string, words: readonly string[]): boolean {
  const named = new Set(words.map(stem));
  return contentWords(text).every((word) => named.has(stem(word)));
}

function isShort(text: string): boolean {
  // Scripts without spaces between words put a sentence into one word.
  return wordsOfText(text).length < SHORTEST_WORDS && !/[^\u0000-\u024f]/.test(text);
}

function textsOf({ description, nodes }: Parameters<Parameters<typeof eachTool>[0]>[0]): [string, string][] {
  return [
    [description, ''],
    ...nodes.flatMap(({ schema, path }): [string, string][] =>
      typeof schema['description'] === 'string' ? [[schema['description'], path]] : [],
    ),
  ];
}
