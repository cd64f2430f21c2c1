// What real clients put into the `_meta` of a call, besides a progress token.
const OWN_KEYS = [
  // Claude Code
  { 'claudecode/toolUseId': 'toolu_01A09q90qw90lq917835lq9' },
  // Codex
  {
    'x-codex-turn-metadata': {
      session_id: '0199a213-81c0-7800-8aa1-bbab2a035a53',
      turn_id: '17',
      sandbox: 'none',
    },
    threadId: '0199a213-81c0-7800-8aa1-bbab2a035a53',
  },
  // OpenCode
  { 'ai.opencode/sessionID': 'ses_5f2c1a9e0ffe3kQ8' },
];

/** Returns a call's parameters with the `_meta` of one of the clients, in turn. */
export function withClientMeta(params, n) {
  return { ...params, _meta: { progressToken: n, ...OWN_KEYS[n % OWN_KEYS.length] } };
}

/** Returns a call's parameters as a client of revision 2026-07-28 sends them. */
export function modernParams(params, n) {
  const { _meta, ...rest } = withClientMeta(params, n);
  return {
    ...rest,
    _meta: {
      ..._meta,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} }, sampling: {} },
    },
  };
}
