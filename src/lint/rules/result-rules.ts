import { eachTool, type LintedTool, type Rule } from '../rule';
import { takesType, type SchemaNode } from '../schema-nodes';
import { saidAbout } from '../documented';
import { verbOf, wordsOfName } from '../compared-words';

// What popular clients cut an answer at.
const MOST_ANSWER_TOKENS = 25_000;
// A tenth of a usual context window.
const MOST_LIST_TOKENS = 20_000;
const PAGING =
  /^(?:limit|max|maximum|page|cursor|offset|count|top|n|size|first|last|head|tail|num|number|per_page|start|from|skip|take|results?)$/;
const BOUNDED =
  /\b(?:at most|up to|max(?:imum)?|first \d+|top \d+|limit(?:ed|s)?|pages?|paginat\w+|paged|truncat\w+|\d+ (?:results|items|entries|lines))\b/i;

// “Increase `limit` (max 100)”, in the description of the tool.
const LIMIT_SAID = /\b(?:max(?:imum)?|at most|up to)\W{0,3}\d/i;

/** The rules about the size of answers and lists. */
export const RESULT_RULES: readonly Rule[] = [
  {
    id: 'result-paging',
    severity: 'note',
    about: 'a list without an end',
    evidence:
      'Popular clients cut an answer at 25,000 tokens: what comes after that is lost, unless it can be asked for in pages.',
    source: 'Claude Code, MAX_MCP_OUTPUT_TOKENS; Anthropic, “Writing effective tools for agents”',
    find: eachTool(function* (tool, { answerBudget }) {
      if (!listsMany(tool) || (answerBudget && answerBudget(tool.name) > 0)) return;
      if (tool.nodes.some(isPaging) || BOUNDED.test(tool.description)) return;
      yield {
        subject: tool.subject,
        message: 'returns a list that nothing limits',
        cure: 'Add a limit with a default and a cursor or offset, or say how many it returns at most.',
      };
    }),
  },
  {
    id: 'result-limit',
    severity: 'note',
    about: 'a limit without a maximum',
    evidence: 'Models ask for 1,000 or 10,000 entries to be sure, and the answer is cut.',
    source: 'Claude Code, MAX_MCP_OUTPUT_TOKENS',
    find: eachTool(function* (tool, { answerBudget }) {
      if (answerBudget && answerBudget(tool.name) > 0) return;
      // What changes or counts as many returns no list of them.
      if (tool.words.includes('count') || ['changes', 'removes'].includes(verbOf(tool.words)?.kind ?? ''))
        return;
      for (const { schema, name = '', path, depth } of tool.nodes) {
        if (
          depth !== 1 ||
          !/^(?:(?:max_)?(?:limit|results)|max_(?:items|rows|entries)|per_page|page_size)$/.test(
            wordsOfName(name).join('_'),
          )
        )
          continue;
        if (!(takesType(schema, 'number') || takesType(schema, 'integer'))) continue;
        const said = typeof schema['description'] === 'string' ? schema['description'] : '';
        if (typeof schema['maximum'] === 'number' && schema['maximum'] < 100_000) continue;
        if (
          typeof schema['exclusiveMaximum'] === 'number' ||
          /\bmax|at most|up to|[-–]\s?\d+|≤|<=/i.test(said) ||
          LIMIT_SAID.test(saidAbout(tool.description, name))
        )
          continue;
        yield {
          subject: { ...tool.subject, field: path },
          message: 'has no maximum',
          cure: 'State a maximum whose answer stays below 25,000 tokens.',
        };
      }
    }),
  },
  {
    id: 'result-size',
    severity: 'warning',
    about: 'answers larger than clients take',
    evidence: 'Popular clients cut an answer at 25,000 tokens.',
    source: 'Claude Code, MAX_MCP_OUTPUT_TOKENS',
    find: eachTool(function* ({ name, subject }, { answerBudget }) {
      const most = answerBudget?.(name);
      if (most === undefined || (most > 0 && most <= MOST_ANSWER_TOKENS)) return;
      const size = most === 0 ? 'no limit' : `a limit of ${most} tokens`;
      yield {
        subject,
        message: `its answers have ${size}; clients cut them at ${MOST_ANSWER_TOKENS}`,
        cure: 'Set answers.budget, or the tool’s answerBudget, to 25,000 or less; the rest is kept for read_result.',
      };
    }),
  },
  {
    id: 'list-size',
    severity: 'warning',
    about: 'a list that fills the context',
    evidence:
      'The list is sent with every request; beyond a tenth of the context clients defer tools, and models choose worse.',
    source: 'Claude Code’s tool search; Anthropic, “Advanced tool use”',
    *find({ tools, tokensOf }) {
      const tokens = tokensOf(JSON.stringify(tools.map(listedAs)));
      if (tokens <= MOST_LIST_TOKENS) return;
      yield {
        subject: { kind: 'server', name: '' },
        message: `the list of tools costs about ${tokens} tokens in every request`,
        cure: 'Shorten descriptions and schemas (toolwright cost shows the dearest), or list fewer tools.',
      };
    },
  },
  {
    id: 'list-unstable',
    severity: 'warning',
    about: 'a list that changes from one request to the next',
    evidence:
      'Model services cache what comes first in a request; a list with other bytes makes every request pay in full.',
    source: 'Prompt caching of Anthropic, OpenAI and Gemini: tools come before everything else',
    *find({ unstable = [] }) {
      if (!unstable.length) return;
      const which = unstable.slice(0, 3).join(', ');
      yield {
        subject: { kind: 'server', name: '' },
        message: `two lists in a row differ (${which}${unstable.length > 3 ? ', …' : ''})`,
        cure: 'List tools in a fixed order, without dates, counters or random values in their texts.',
      };
    },
  },
];

function listsMany({ words, nodes }: LintedTool): boolean {
  const at = words.findIndex((word) => ['list', 'search', 'find'].includes(word));
  // Without any argument nothing shows that the list may grow.
  if (at !== 0 || nodes.length < 2) return false;
  const what = words.at(-1)!;
  return words[0] === 'list' || words[0] === 'search' || (what.endsWith('s') && !what.endsWith('ss'));
}

function isPaging({ name, depth }: SchemaNode): boolean {
  if (name === undefined || depth > 2) return false;
  return wordsOfName(name).some((word) => PAGING.test(word));
}

function listedAs({ name, description, inputSchema }: LintedTool): object {
  return { name, description, inputSchema };
}
