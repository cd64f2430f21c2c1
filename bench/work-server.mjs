// The server whose work is measured, with a client that throws for what fails.
import { join } from 'node:path';
import { RawClient } from './client.mjs';
import { makeConfiguration } from './work-ground.mjs';

/** Starts the server in a ground; its `call` throws for what fails. */
export async function serve(command, ground, sandbox) {
  makeConfiguration(ground, sandbox);
  const options = ['--root', '.', '--config', 'toolwright.yaml', '--tools-dir', '.toolwright/tools'];
  return connect([command, 'serve', ...options], ground);
}

/** Connects to any server that is started with Node. */
export async function connect(words, ground) {
  const env = {
    PATH: process.env.PATH,
    HOME: ground,
    XDG_CONFIG_HOME: join(ground, 'config'),
    MCP_TOOL_PREFIX: '',
  };
  const client = new RawClient(words, env, ground);
  await client.initialize();
  const call = async (name, args) => {
    const { result, error } = JSON.parse(await client.request('tools/call', { name, arguments: args }));
    if (error || result.isError) throw new Error(`${name}: ${JSON.stringify(error ?? result).slice(0, 400)}`);
    return result;
  };
  return { call, client, pid: client.child.pid, close: () => client.close() };
}

/** Lists everything below a path; every reply but the last ends with a note that says where to continue. */
export async function listAll(call, args) {
  for (let after; ;) {
    const more = after === undefined ? {} : { after };
    const { content } = await call('list_directory', { recursive: true, limit: 5000, ...args, ...more });
    const [, next] = /Continue with after: (".*")\.\]$/.exec(content.at(-1).text) ?? [];
    if (next === undefined) return;
    after = JSON.parse(next);
  }
}
