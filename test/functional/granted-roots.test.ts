import { mkdirSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokenHash } from '../../src/serve/http/auth/token-file';
import { ask, begin, mounted, post, served } from '../support/http';
import { temporaryDirectory } from '../support/temporary-directory';

const YAML = `roots: [DIR]
audit: AUDIT
http:
  tokens: TOKENS
  principals:
    alice: { roots: [DIR/alice] }
    carol:
      roots:
        - DIR/carol
        - DIR/shared
    dora: {}
  scopes:
    write: { roots: [DIR/shared] }
`;
const USERS = { alice: '', bob: 'write', carol: 'write', dora: '' };

function home(): { directory: string; config: string; audit: string } {
  const directory = realpathSync(temporaryDirectory('toolwright-granted'));
  const aside = temporaryDirectory('toolwright-granted-config');
  for (const name of ['alice', 'carol', 'shared', 'other']) {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, 'a.txt'), name);
  }
  const tokens = join(aside, 'tokens.txt');
  const lines = Object.entries(USERS).map(
    ([name, scopes]) => `${name} sha256:${tokenHash(`${name}-token`)} ${scopes}\n`,
  );
  writeFileSync(tokens, lines.join(''), { mode: 0o600 });
  const config = join(aside, 'toolwright.yaml');
  const audit = join(aside, 'audit');
  const text = YAML.replaceAll('DIR', directory).replace('TOKENS', tokens).replace('AUDIT', audit);
  writeFileSync(config, text, { mode: 0o600 });
  return { directory, config, audit };
}

const as = (name: string) => ({ authorization: `Bearer ${name}-token` });

async function read(url: string, who: string, path: string): Promise<string> {
  const call = { name: 'read_file', arguments: { path } };
  const { result } = await ask(url, 'tools/call', call, { headers: as(who) });
  return (result!['content'] as { text: string }[])[0]!.text;
}

describe('a call that the roots of a grant refuse says which grant, and where it is written', () => {
  test.each([
    ['alice', 'http.principals.alice.roots: DIR/alice (CONFIG:6:21)'],
    ['bob', 'http.scopes.write.roots: DIR/shared (CONFIG:13:21)'],
    [
      'carol',
      'http.principals.carol.roots: DIR/carol, DIR/shared and http.scopes.write.roots: DIR/shared (CONFIG:9:9 and CONFIG:13:21)',
    ],
  ])('%s', async (who, rule) => {
    const { directory, config, audit } = home();
    const { url } = await served({ packs: ['files'] }, '--config', config);
    const refusal = await read(url, who, join(directory, 'other', 'a.txt'));
    const named = rule.replaceAll('DIR', directory).replaceAll('CONFIG', config);
    expect(/\[(.*?)\]/.exec(refusal)?.[1]).toBe(named);
    expect(refusal).toContain('is outside the roots that the caller is granted');
    const [chain] = (readdirSync(audit, { recursive: true }) as string[])
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(audit, name), 'utf8'));
    const call = chain!.split('\n').find((line) => line.includes('"read_file"'))!;
    const { policy } = JSON.parse(call) as { policy: { rule: string; where: string }[] };
    expect(`${policy[0]!.rule} (${policy[0]!.where})`).toBe(named);
  });

  test('and leaves what they hold, and whoever has none, alone', async () => {
    const { directory, config } = home();
    const { url } = await served({ packs: ['files'] }, '--config', config);
    expect(await read(url, 'carol', join(directory, 'shared', 'a.txt'))).toContain('shared');
    expect(await read(url, 'dora', join(directory, 'other', 'a.txt'))).toContain('other');
  });

  test('in a session of an older client too, whose own roots then do not count', async () => {
    const { directory, config } = home();
    const { url } = await served({ packs: ['files'] }, '--config', config);
    const headers = await begin(url, as('alice'), { roots: {} });
    const path = join(directory, 'other', 'a.txt');
    const params = { name: 'read_file', arguments: { path } };
    const reply = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
    expect(await reply.text()).toContain('http.principals.alice.roots');
  });

  test('and for the caller that a server around a handler names', async () => {
    const { directory, config } = home();
    const principal = () => ({ id: 'alice' });
    const { url } = await mounted({ packs: ['files'] }, { principal, args: ['--config', config] });
    expect(await read(url, 'alice', join(directory, 'other', 'a.txt'))).toContain(
      'http.principals.alice.roots',
    );
  });
});
