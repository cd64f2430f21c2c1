/** What each command is for, in the order of the help; here, so that the help loads no command. */
export const SUMMARIES = {
  serve: 'serve the tools on stdio or HTTP',
  worker: 'run the operations that servers share through a Redis',
  dev: 'serve an app while you work on it, and take over each save',
  init: 'install the starter documents for this project',
  new: 'create a project, a tool, a prompt or a resource from templates',
  tools: 'list the tools, or describe one',
  describe: 'show what agents read about a tool, and its schemas',
  call: 'call one tool from the shell',
  inspect: 'open a page to look at an app or a server, and to call its tools',
  prompt: 'render a prompt, or list the prompts',
  read: 'read a resource, or list the resources',
  generate: 'check args classes against their types and write the manifest',
  config: 'show the effective settings and where each comes from',
  connect: 'configure a client for the tools, or show how',
  pack: 'pack an app for those who install it: one file, .mcpb, registry, Docker',
  eval: 'evaluate whether agents pick and fill the right tool',
  cost: 'show what the tools cost in an agent’s context',
  docs: 'write the catalogue of an app or a server as a page or as markdown',
  lint: 'find what clients refuse and models misread in tools, and how to put it right',
  snapshot: 'write the contract of a server to a file: everything that clients rely on',
  diff: 'show what changed from one contract to another, in the words of semantic versioning',
  verify: 'check that an app is sound, and that a server still keeps its contract',
  policy: 'explain what the policy decides about a call',
  audit: 'verify, show and explain the audit of calls',
  doctor: 'check the project, the configuration and what this machine can do',
  trust: 'trust what a directory brings: configuration, definitions, prompts, code',
  untrust: 'take back the trust in a directory',
  mtdf: 'validate command-line tool definitions',
  token: 'make a bearer token for HTTP',
  completion: 'print a completion script for bash, zsh or fish',
  complete: 'list what may come next on a command line (used by the completion scripts)',
} as const;

/** The name of a command. */
export type CommandName = keyof typeof SUMMARIES;

/** The names of all commands. */
export const COMMAND_NAMES = Object.keys(SUMMARIES) as CommandName[];
