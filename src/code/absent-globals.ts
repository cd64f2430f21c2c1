// What agents reach for out of habit, and what takes its place here. The tools are named where they exist.
const WEB = ['web_fetch'];
const READ = ['read_file', 'write_file', 'list_directory'];
const COMMAND = ['execute_command'];
const ABSENT: Readonly<Record<string, { instead: string; tools?: readonly string[] }>> = {
  fetch: { instead: 'there is no network', tools: WEB },
  XMLHttpRequest: { instead: 'there is no network', tools: WEB },
  WebSocket: { instead: 'there is no network' },
  axios: { instead: 'there is no network', tools: WEB },
  fs: { instead: 'files are reached only through tools', tools: READ },
  os: { instead: 'nothing of the host is visible', tools: ['system_info'] },
  path: { instead: 'there are no modules; paths are plain strings' },
  child_process: { instead: 'programs are run only through tools', tools: COMMAND },
  exec: { instead: 'programs are run only through tools', tools: COMMAND },
  spawn: { instead: 'programs are run only through tools', tools: COMMAND },
  require: { instead: 'there are no modules; tools are functions under tools' },
  module: { instead: 'there are no modules; end with an expression, or return' },
  exports: { instead: 'there are no modules; end with an expression, or return' },
  process: { instead: 'nothing of the host is visible; values come in as code, and leave by return' },
  Deno: { instead: 'nothing of the host is visible' },
  Bun: { instead: 'nothing of the host is visible' },
  Buffer: { instead: 'use TextEncoder, TextDecoder, atob and btoa' },
  window: { instead: 'there is no page; use globalThis' },
  document: { instead: 'there is no page', tools: WEB },
  localStorage: { instead: 'nothing is kept from run to run; return what you need' },
  alert: { instead: 'use console.log' },
  print: { instead: 'use console.log' },
  __dirname: { instead: 'the code is in no file' },
  __filename: { instead: 'the code is in no file' },
  WebAssembly: { instead: 'use plain JavaScript' },
  Worker: { instead: 'there are no threads; make calls together with Promise.all' },
  AbortController: { instead: 'a run is stopped as a whole; use Promise.race for a time limit' },
};

/** Says what to use in place of a global that does not exist in code; undefined for a name nobody expects. */
export function insteadOf(name: string, tools: readonly string[]): string | undefined {
  const known = Object.hasOwn(ABSENT, name) ? ABSENT[name] : undefined;
  if (!known) return undefined;
  const there = (known.tools ?? []).filter((tool) => tools.includes(tool)).map((tool) => `tools.${tool}`);
  const others = known.tools && !there.length ? '; ot.tools({ pattern }) finds tools' : '';
  return `${name} does not exist here: ${known.instead}${there.length ? `: ${there.join(', ')}` : others}.`;
}
