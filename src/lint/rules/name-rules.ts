import { CLIENT_LIMITS, clientsText, type ClientName } from '../clients';
import type { Flaw } from '../finding';
import { eachTool, type Linted, type LintedTool, type Rule } from '../rule';

const SPEC = 'MCP 2025-11-25, server/tools, tool names';

// Names made of nothing but these say nothing.
const VAGUE = new Set(
  'do tool process handle handler helper util utils misc stuff thing things data info action execute perform main default foo bar baz test my function operation manage generic common item items object value get set call make go endpoint api request method wrapper proxy'.split(
    ' ',
  ),
);

/** The rules about the names of tools. */
export const NAME_RULES: readonly Rule[] = [
  {
    id: 'name-characters',
    severity: 'error',
    about: 'a name with characters that clients refuse',
    evidence:
      'The Claude and OpenAI APIs answer 400 to the whole request if one name has other characters than letters, digits, _ and -; Gemini also wants a letter or _ first.',
    source: `${SPEC}; vercel/ai#1972; github/copilot-cli#1879; the reference of Gemini’s FunctionDeclaration`,
    clients: ['claude', 'vscode', 'openai', 'gemini'],
    find: eachTool(function* ({ name, subject }, offer) {
      const refusing = offer.clients.filter((client) => CLIENT_LIMITS[client].toolName?.test(name) === false);
      if (!refusing.length) return;
      yield {
        subject,
        message: `${clientsText(refusing)} ${refusing.length > 1 ? 'refuse' : 'refuses'} the name ${JSON.stringify(name)}`,
        cure: 'Use letters, digits, _ and - only, and begin with a letter.',
        clients: refusing,
      };
    }),
  },
  {
    id: 'name-length',
    severity: 'error',
    about: 'a name longer than clients accept',
    evidence:
      'OpenAI and Gemini accept 64 characters; Cursor leaves out tools whose server and tool names together exceed 60.',
    source: 'packit/ai-workflows#619; ComposioHQ/composio#2788; awslabs/mcp#1283',
    clients: ['claude', 'openai', 'gemini', 'cursor'],
    find: eachTool(function* ({ name, subject }, { clients, serverName }) {
      const joined = name.length + 1 + (serverName?.length ?? 1);
      const refusing = clients.filter(
        (client) =>
          name.length > (CLIENT_LIMITS[client].nameLength ?? Infinity) ||
          joined > (CLIENT_LIMITS[client].joinedLength ?? Infinity),
      );
      if (!refusing.length) return;
      const how = serverName === undefined ? '' : ` (${joined} with the server’s name ${serverName})`;
      yield {
        subject,
        message: `the name has ${name.length} characters${how}, more than ${clientsText(refusing)} ${refusing.length > 1 ? 'accept' : 'accepts'}`,
        cure: 'Shorten it, at best below 50 characters, to leave room for the server’s name.',
        clients: refusing,
      };
    }),
  },
  {
    id: 'name-duplicate',
    severity: 'error',
    about: 'two tools with the same name',
    evidence:
      'Model APIs refuse a request with two tools of one name, and a client can only call one of them.',
    source: `${SPEC}: names should be unique within a server`,
    *find({ tools }) {
      yield* pairs(
        tools,
        ({ name }) => name,
        (first, { subject, name }) => ({
          subject,
          message: `is listed twice (first as number ${tools.indexOf(first) + 1})`,
          cure: `Rename one of the tools ${name}.`,
        }),
      );
    },
  },
  {
    id: 'name-collision',
    severity: 'warning',
    about: 'names that differ only in case or separators',
    evidence:
      'Models spell names from memory; clients that normalise names see one tool where there are two.',
    source: 'Claude Code and Cursor turn other characters into _ before they send a name',
    *find({ tools }) {
      const distinct = tools.filter(
        (tool, index) => tools.findIndex(({ name }) => name === tool.name) === index,
      );
      yield* pairs(
        distinct,
        ({ words }) => words.join(''),
        (first, { subject }) => ({
          subject,
          message: `can’t be told from ${first.name} by its name`,
          cure: 'Give one of them a name that says what is different about it.',
        }),
      );
    },
  },
  {
    id: 'name-numbered',
    severity: 'warning',
    about: 'a name that differs from a sibling’s only by a number or a word such as new',
    evidence: 'A number says nothing about which of two tools fits, so models choose at random.',
    source: 'Anthropic, “Writing effective tools for agents”: names should reflect what is different',
    *find({ tools }) {
      const names = new Map(tools.map((tool) => [tool.words.join(' '), tool]));
      for (const tool of tools) {
        const last = tool.words.at(-1) ?? '';
        const bare = /^(?:v?\d+|new|old|alt|copy|bis)$/.test(last)
          ? tool.words.slice(0, -1).join(' ')
          : tool.words.join(' ').replace(/ ?v?\d+$/, '');
        const sibling = bare === tool.words.join(' ') ? undefined : names.get(bare);
        if (sibling)
          yield {
            subject: tool.subject,
            message: `differs from ${sibling.name} only by “${last}”`,
            cure: 'Name what this one does differently, or keep only one of them.',
          };
      }
    },
  },
  {
    id: 'name-vague',
    severity: 'warning',
    about: 'a name that says nothing',
    evidence:
      'A model sees dozens of names at once, some clients show it nothing else at first; a name has to say what is done to what.',
    source: 'Claude Code’s tool search loads names first; Anthropic, “Writing effective tools for agents”',
    find: eachTool(function* ({ words, subject, name }) {
      if (!words.length || !words.every((word) => VAGUE.has(word) || /^\d+$/.test(word))) return;
      yield {
        subject,
        message: `the name ${name} doesn’t say what the tool does`,
        cure: 'Use a verb and what it acts on, such as search_orders.',
      };
    }),
  },
  {
    id: 'tool-count',
    severity: 'warning',
    about: 'more tools than clients take',
    evidence:
      'Cursor warns above 80 tools, Windsurf takes 100, Copilot and OpenAI 128; those of other servers count too.',
    source: 'Snowflake-Labs/mcp#77; microsoft/vscode-copilot-release#11653; Windsurf’s documentation of MCP',
    clients: ['cursor', 'windsurf', 'vscode', 'openai'],
    *find({ tools, clients }) {
      const refusing = clients.filter((client) => tools.length > (CLIENT_LIMITS[client].tools ?? Infinity));
      if (refusing.length) yield tooMany(tools.length, refusing);
    },
  },
];

function tooMany(count: number, clients: readonly ClientName[]): Flaw {
  return {
    subject: { kind: 'server', name: '' },
    message: `lists ${count} tools, more than ${clientsText(clients)} ${clients.length > 1 ? 'take' : 'takes'}`,
    cure: 'List fewer: offer groups that can be switched off, or a tool that finds the others (expose: search).',
    clients,
  };
}

function* pairs(
  tools: Linted['tools'],
  keyOf: (tool: LintedTool) => string,
  flaw: (first: LintedTool, second: LintedTool) => Flaw,
): Iterable<Flaw> {
  const seen = new Map<string, LintedTool>();
  for (const tool of tools) {
    const key = keyOf(tool);
    const first = seen.get(key);
    if (first) yield flaw(first, tool);
    else seen.set(key, tool);
  }
}
