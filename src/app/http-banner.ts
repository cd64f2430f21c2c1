import { authenticates } from './wiring/refuse-unheld-access';
import { httpExposure } from './http-exposure';
import type { OpenApp } from './open-loaded-app';

/** The text shown when a server listens on HTTP: where it is, and how a client connects to it. */
export function httpBanner(open: OpenApp, listening: string): string {
  const { app, config } = open;
  const { http } = config;
  const url = http.url ?? listening;
  const secured = authenticates(http);
  const header = secured ? { headers: { Authorization: 'Bearer TOKEN' } } : {};
  const client = { mcpServers: { [app.name]: { type: 'http', url, ...header } } };
  const token = secured ? ' --header "Authorization: Bearer TOKEN"' : '';
  return [
    `${app.name} ${app.version}: an MCP server on ${listening}`,
    ...(secured ? [] : ['Without authentication: it serves every process of this machine, and nobody else.']),
    ...httpExposure(open),
    '',
    'To connect a client:',
    '',
    `  claude mcp add --transport http ${app.name} ${url}${token}`,
    '',
    'or in its configuration:',
    '',
    `  ${JSON.stringify(client)}`,
    '',
    'To list and call its tools from a shell:',
    '',
    `  npx toolwright tools --url ${url}${token}`,
    '',
    '',
  ].join('\n');
}
