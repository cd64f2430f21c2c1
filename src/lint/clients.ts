/** The clients and model services that lint knows the limits of. */
export type ClientName = 'claude' | 'cursor' | 'vscode' | 'openai' | 'gemini' | 'windsurf';

/** What one client accepts; a limit that is absent isn't known to exist. */
export interface ClientLimits {
  readonly title: string;
  /** The characters that a tool's name may have. */
  readonly toolName?: RegExp;
  /** The longest name of a tool. */
  readonly nameLength?: number;
  /** The longest name of a server and a tool together, with a character between them. */
  readonly joinedLength?: number;
  /** The names that arguments may have. */
  readonly propertyName?: RegExp;
  /** The most tools in one request, those of other servers included. */
  readonly tools?: number;
  /** The most characters of a description or of instructions that are read. */
  readonly text?: number;
  readonly source: string;
}

const NAME = /^[a-zA-Z0-9_-]+$/;

/** The limits of each client, with where they come from. */
export const CLIENT_LIMITS: Readonly<Record<ClientName, ClientLimits>> = {
  claude: {
    title: 'Claude',
    toolName: NAME,
    nameLength: 128,
    propertyName: /^[a-zA-Z0-9_.-]{1,64}$/,
    text: 2048,
    source:
      'The Claude API answers 400 to other names (tools.N.custom.name) and to other property keys; Claude Code cuts descriptions and instructions at 2 KB.',
  },
  cursor: {
    title: 'Cursor',
    joinedLength: 60,
    tools: 80,
    source:
      'Cursor filters tools whose server and tool names together exceed 60 characters, and warns above 80 tools.',
  },
  vscode: {
    title: 'VS Code',
    toolName: NAME,
    tools: 128,
    source: 'Copilot refuses requests with more than 128 tools (microsoft/vscode-copilot-release#11653).',
  },
  openai: {
    title: 'OpenAI',
    toolName: NAME,
    nameLength: 64,
    tools: 128,
    source: 'The OpenAI API accepts function names that match ^[a-zA-Z0-9_-]{1,64}$, and 128 functions.',
  },
  gemini: {
    title: 'Gemini',
    toolName: /^[a-zA-Z_][a-zA-Z0-9_.-]*$/,
    nameLength: 64,
    source:
      'FunctionDeclaration.name: begins with a letter or an underscore, then letters, digits, underscores, dots and dashes; at most 64.',
  },
  windsurf: {
    title: 'Windsurf',
    tools: 100,
    source: 'Cascade has access to at most 100 tools at a time.',
  },
};

/** The names of all clients. */
export const CLIENT_NAMES = Object.keys(CLIENT_LIMITS) as ClientName[];

/** Names clients in messages. */
export function clientsText(names: readonly ClientName[]): string {
  const titles = names.map((name) => CLIENT_LIMITS[name].title);
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
}
