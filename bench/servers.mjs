// The servers that are measured: how each is started, and which packages it needs.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const peer = (file) => [join(here, 'peers', `${file}.mjs`)];

/** The server that all ratios refer to; it needs no package but those that we need ourselves. */
export const YARDSTICK = 'sdk-server';

export const servers = [
  { name: 'toolwright', title: 'Toolwright', args: [join(here, 'toolwright', 'serve.cjs')], ours: true },
  { name: 'loop', title: 'hand-written loop', args: peer('loop'), packages: [] },
  {
    name: 'sdk-server',
    title: 'SDK 1 Server, bare',
    args: peer('sdk-server'),
    packages: ['@modelcontextprotocol/sdk', 'zod'],
  },
  {
    name: 'sdk-mcpserver',
    title: 'SDK 1 McpServer',
    args: peer('sdk-mcpserver'),
    packages: ['@modelcontextprotocol/sdk', 'zod'],
  },
  {
    name: 'sdk2-mcpserver',
    title: 'SDK 2 McpServer',
    args: peer('sdk2-mcpserver'),
    packages: ['@modelcontextprotocol/server', 'zod'],
  },
  { name: 'fastmcp', title: 'fastmcp', args: peer('fastmcp'), packages: ['fastmcp', 'zod'] },
  {
    name: 'mcp-framework',
    title: 'mcp-framework',
    args: peer('mcp-framework'),
    packages: ['mcp-framework', '@modelcontextprotocol/sdk'],
  },
  {
    name: 'mcp-nest',
    title: '@rekog/mcp-nest',
    args: peer('mcp-nest'),
    packages: [
      '@rekog/mcp-nest',
      '@nestjs/core',
      '@nestjs/common',
      '@nestjs/microservices',
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/core',
      '@modelcontextprotocol/node',
      'express',
      'reflect-metadata',
      'zod',
    ],
  },
  {
    name: 'tmcp',
    title: 'tmcp',
    args: peer('tmcp'),
    packages: ['tmcp', '@tmcp/transport-stdio', '@tmcp/adapter-zod', 'zod'],
  },
];

/** The same server with every class loaded at start-up instead of listed from the manifest: it differs only with many tools. */
export const eagerServer = {
  name: 'toolwright-eager',
  title: 'Toolwright, all classes loaded',
  args: [join(here, 'toolwright', 'serve.cjs')],
  env: { BENCH_EAGER: '1' },
};

/** An author's server as the README shows it: plain classes, the compiler's own record of types, no manifest, no settings. */
export const readmeServer = {
  name: 'toolwright-readme',
  title: 'Toolwright, README style',
  args: [join(here, 'toolwright', 'serve.cjs'), 'readme'],
};

/** The shipped command with all packs on: only its cold start is measured, since its tools differ from the bench's two. */
export const fullCommand = {
  name: 'toolwright-full',
  title: 'Toolwright, every pack',
  args: [join(here, '..', 'dist', 'bin', 'toolwright.js'), 'serve'],
  coldOnly: true,
};

/** The servers that are measured besides `servers`, for a number of tools. */
export const extraServers = (tools) => [
  ...(tools <= 1000 ? [readmeServer] : []),
  tools === 0 ? fullCommand : eagerServer,
];
