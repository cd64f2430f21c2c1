import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool } from '../../src/index';
import { tokenHash } from '../../src/serve/http/auth/token-file';
import { ask, served, type Reply } from '../support/http';
import { temporaryDirectory } from '../support/temporary-directory';

const SECRET = 'only for the board';
const path = { type: 'string', description: 'Which' } as const;
const inputSchema = { type: 'object', properties: { path }, required: ['path'] } as const;

const reveal = (name: string, idempotencyKey?: readonly string[]): ReturnType<typeof defineTool> =>
  defineTool({
    name,
    description: 'Reveal a file.',
    access: { path: 'read' },
    inputSchema,
    ...(idempotencyKey && { idempotencyKey }),
    run: ({ path: file }) => readFileSync(String(file), 'utf8'),
  });

interface Place {
  readonly url: string;
  readonly secret: string;
}

// One principal with two tokens, of which one is narrower.
async function start(): Promise<Place> {
  const directory = temporaryDirectory('toolwright-keys');
  const [board, open] = [join(directory, 'board'), join(directory, 'open')];
  for (const each of [board, open]) mkdirSync(each);
  const secret = join(board, 'secret.txt');
  writeFileSync(secret, SECRET);
  const tokens = join(directory, 'tokens.txt');
  const lines = [
    ['alice', 'wide-token', 'wide'],
    ['alice', 'narrow-token', 'narrow'],
  ].map(([name, token, scope]) => `${name} sha256:${tokenHash(token!)} ${scope}\n`);
  writeFileSync(tokens, lines.join(''), { mode: 0o600 });
  const config = join(directory, 'toolwright.yaml');
  const tools = ['reveal', 'reveal_once'];
  const scopes = { wide: { tools, roots: [board, open] }, narrow: { tools, roots: [open] } };
  writeFileSync(config, JSON.stringify({ prefix: '', roots: [directory], http: { tokens, scopes } }));
  const app = { tools: [reveal('reveal'), reveal('reveal_once', ['path'])], packs: [] };
  return { url: (await served(app, '--config', config)).url, secret };
}

const call = ({ url, secret }: Place, token: string, name: string, key?: string): Promise<Reply> =>
  ask(
    url,
    'tools/call',
    { name, arguments: { path: secret } },
    {
      headers: { authorization: `Bearer ${token}` },
      ...(key !== undefined && { meta: { 'toolwright/idempotencyKey': key } }),
    },
  );

test.each<[string, string, string | undefined]>([
  ['a key of its own', 'reveal', 'a key of one call'],
  ['a derived key', 'reveal_once', undefined],
])('a recorded answer is not for a token that may not make the call: %s', async (_what, name, key) => {
  const place = await start();
  const first = await call(place, 'wide-token', name, key);
  const again = await call(place, 'wide-token', name, key);
  expect(first.result).toMatchObject({ content: [{ text: SECRET }] });
  expect(again.result).toMatchObject({ _meta: { 'toolwright/replayed': true } });

  const narrow = await call(place, 'narrow-token', name, key);
  expect(narrow.result).toMatchObject({ isError: true });
  expect(JSON.stringify(narrow.result)).toContain('refused');
  expect(JSON.stringify(narrow)).not.toContain(SECRET);
  // The refusal forgets nothing.
  expect((await call(place, 'wide-token', name, key)).result).toMatchObject({
    content: [{ text: SECRET }],
    _meta: { 'toolwright/replayed': true },
  });
});
