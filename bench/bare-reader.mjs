// The least a server can do to answer with a file: lines of JSON-RPC, readFile, no check of anything. What read_file is measured against.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const text = method === 'tools/call' ? await readFile(params.arguments.path, 'utf8') : '';
  const result = { content: [{ type: 'text', text }] };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}
