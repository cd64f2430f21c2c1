import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Authenticator } from '../../../../src/serve/http/auth/authenticate';
import { withScopes } from '../../../../src/serve/http/auth/required-scopes';
import { challenge, resourceMetadata } from '../../../../src/serve/http/auth/resource-metadata';
import { readTokens, TokenFile, tokenHash } from '../../../../src/serve/http/auth/token-file';
import { TrustedProxies } from '../../../../src/serve/http/forwarded-headers';
import { HostCheck, isLoopback } from '../../../../src/serve/http/host-lists';
import type { HttpExchange } from '../../../../src/serve/http/http-exchange';
import { RateLimit } from '../../../../src/serve/http/http-rate-limit';
import { messageProblem } from '../../../../src/serve/http/http-request-problem';
import { temporaryDirectory } from '../../../support/temporary-directory';

function exchange(headers: Record<string, string>, peer?: string, secure = false): HttpExchange {
  return { peer, secure, header: (name: string) => headers[name] } as HttpExchange;
}

describe('Host and Origin', () => {
  const local = new HostCheck({ hosts: [], origins: [] });
  const named = new HostCheck({ hosts: ['Tools.example.com'], origins: ['https://app.example.com/'] });

  test.each([
    ['localhost', true],
    ['LOCALHOST:3000', true],
    ['127.0.0.1:3000', true],
    ['[::1]:3000', true],
    ['evil.example', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.nip.io', false],
    ['localhost:3000@evil.example', false],
    ['localhost:', false],
    [' localhost', false],
    ['', false],
    [undefined, false],
  ])('%p is allowed by default: %p', (host, allowed) => {
    expect(local.allowsHost(host)).toBe(allowed);
  });

  test.each([
    [undefined, true],
    ['https://app.example.com', true],
    ['https://tools.example.com', true],
    ['http://tools.example.com:8080', true],
    ['https://app.example.com.evil.example', false],
    ['https://evil.example', false],
    ['http://localhost', false],
    ['null', false],
    ['file://', false],
    ['https://tools.example.com/x', false],
  ])('a page of %p may come in where hosts are named: %p', (origin, allowed) => {
    expect(named.allowsOrigin(origin)).toBe(allowed);
  });

  test.each(['127.0.0.1', '127.9.9.9', '::1', '[::1]', 'localhost', '::ffff:127.0.0.1'])(
    '%s is loopback',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  test.each(['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', 'localhost.example', '127.0.0.1.example'])(
    '%s is not',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('proxies', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '::1']);
  const forwarded = {
    host: 'inner:3000',
    'x-forwarded-host': 'tools.example.com',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.7',
  };

  test('count if they are trusted: the last address that is not a proxy is the client', () => {
    expect(proxies.originOf(exchange(forwarded, '::ffff:10.1.2.3'))).toEqual({
      host: 'tools.example.com',
      peer: '203.0.113.9',
      secure: true,
    });
  });

  test('do not count if anybody else says so', () => {
    expect(proxies.originOf(exchange(forwarded, '203.0.113.9'))).toEqual({
      host: 'inner:3000',
      peer: '203.0.113.9',
      secure: false,
    });
  });

  test('that are no addresses are refused', () => {
    expect(() => new TrustedProxies(['proxy.example'])).toThrow('neither an address nor a network');
  });
});

describe('the rate', () => {
  const START = 1_763_528_063_123;
  const limiting = (perMinute: number) => {
    const clock = { now: START };
    const rates = new RateLimit(() => clock.now);
    const allowed = (key: string, count: number): number =>
      Array.from({ length: count }, () => rates.take(key, perMinute)).filter((wait) => wait === undefined)
        .length;
    return { clock, rates, allowed };
  };

  test.each([1, 6, 7, 30, 60, 97, 600, 6_000])(
    'of %i a minute is all there at once, and comes back evenly',
    (rate) => {
      const { clock, allowed } = limiting(rate);
      expect(allowed('a', rate * 2)).toBe(rate);
      expect(allowed('b', rate * 2)).toBe(rate);
      clock.now += 30_000;
      expect(allowed('a', rate * 2)).toBe(Math.floor(rate / 2));
      clock.now += 600_000;
      expect(allowed('a', rate * 2)).toBe(rate);
      let taken = 0;
      for (let second = 0; second < 600; second++) {
        clock.now += 1_000;
        taken += allowed('a', rate);
      }
      expect(Math.abs(taken - rate * 10)).toBeLessThanOrEqual(1);
    },
  );

  test.each([1, 7, 40, 60, 97, 600])(
    'of %i a minute, used up, says how many seconds to wait: no fewer, no more',
    (rate) => {
      for (const since of [0, 137, 999, 1_000, 3_141]) {
        const { clock, rates, allowed } = limiting(rate);
        allowed('a', rate);
        clock.now += since;
        allowed('a', rate);
        const wait = rates.take('a', rate)!;
        clock.now += (wait - 1) * 1_000;
        if (wait > 1) expect(rates.take('a', rate)).toBe(1);
        clock.now += 1_000;
        expect(rates.take('a', rate)).toBeUndefined();
      }
    },
  );

  test('has no limit at 0, and a smaller one makes nobody wait for longer than a minute', () => {
    const { rates, allowed } = limiting(6_000);
    expect(rates.take('a', 0)).toBeUndefined();
    allowed('a', 6_000);
    expect(rates.take('a', 1)).toBe(60);
  });

  test('forgets the oldest of very many keys, not all of them', () => {
    const rates = new RateLimit(() => 0);
    for (let n = 0; n < 30_000; n++) rates.take(`key ${n}`, 1);
    expect(rates.take('key 29999', 1)).toBeGreaterThan(0);
    expect(rates.take('key 21000', 1)).toBeGreaterThan(0);
    expect(rates.take('key 0', 1)).toBeUndefined();
  });
});

describe('tokens', () => {
  const principals = (text: string): TokenFile => {
    const path = join(temporaryDirectory('tokens'), 'tokens.txt');
    writeFileSync(path, text, { mode: 0o600 });
    return new TokenFile(path, () => undefined);
  };

  test('are found by their hash', () => {
    const file = principals(`# people\nalice sha256:${tokenHash('secret')} read  write\n\n`);
    expect(file.find('secret')).toEqual({ id: 'alice', scopes: ['read', 'write'] });
    expect(file.find('Secret')).toBeUndefined();
    expect(file.find(tokenHash('secret'))).toBeUndefined();
  });

  test('are taken back by changing the file, and nobody gets in without one', () => {
    const path = join(temporaryDirectory('tokens'), 'tokens.txt');
    writeFileSync(path, `alice sha256:${tokenHash('secret')}\n`, { mode: 0o600 });
    let now = 0;
    const failures: string[] = [];
    const file = new TokenFile(
      path,
      (error) => failures.push(error.message),
      () => now,
    );
    writeFileSync(path, `bob sha256:${tokenHash('other')}\n`);
    expect(file.find('secret')).toBeDefined();
    now = 2_000;
    expect(file.find('secret')).toBeUndefined();
    expect(file.find('other')).toEqual({ id: 'bob', scopes: [] });
    writeFileSync(path, 'bob other\n');
    now = 4_000;
    expect(file.find('other')).toBeUndefined();
    expect(failures).toEqual([expect.stringContaining('tokens.txt:1 is not a token')]);
  });

  test('in a file that others can change are refused', () => {
    const path = join(temporaryDirectory('tokens'), 'tokens.txt');
    writeFileSync(path, '');
    chmodSync(path, 0o666);
    expect(() => new TokenFile(path, () => undefined)).toThrow('can be changed by others');
  });

  test('that are not hashed are refused with their line', () => {
    const path = join(temporaryDirectory('tokens'), 'tokens.txt');
    writeFileSync(path, `alice sha256:${tokenHash('a')}\nbob plain\n`);
    expect(() => readTokens(path)).toThrow(':2 is not a token');
  });

  test('come in the header Authorization, and only there', async () => {
    const auth = new Authenticator({ tokens: principals(`alice sha256:${tokenHash('secret')} read\n`) });
    const verdict = (header?: string) =>
      auth.authenticate(exchange(header === undefined ? {} : { authorization: header }));
    expect(await verdict('Bearer secret')).toEqual({ id: 'alice', scopes: ['read'] });
    expect(await verdict('bearer secret')).toEqual({ id: 'alice', scopes: ['read'] });
    expect(await verdict()).toEqual({ status: 401, reason: 'A bearer token is required' });
    for (const header of [
      'Basic secret',
      'Bearer',
      'Bearer ',
      'Bearer secret, Bearer x',
      'secret',
      'Bearer a b',
    ])
      expect(await verdict(header)).toMatchObject({ status: 401, error: 'invalid_token' });
  });

  test('without the required scope are 403', () => {
    const alice = { id: 'alice', scopes: ['read'] };
    expect(withScopes(alice, ['read'])).toBe(alice);
    expect(withScopes(alice, ['read', 'write'])).toMatchObject({ status: 403, error: 'insufficient_scope' });
  });
});

test('a challenge leads to the metadata, and quotes nothing that could break out', () => {
  const resource = { issuers: ['https://login.example.com'], scopes: ['read'], required: ['mcp'] };
  const header = challenge(
    { status: 401, error: 'invalid_token', reason: 'bad "token"\r\nx' },
    resource,
    'https://a.example/.well-known/oauth-protected-resource/mcp',
  );
  expect(header).toBe(
    `Bearer error="invalid_token", error_description="bad 'token'??x", scope="mcp", resource_metadata="https://a.example/.well-known/oauth-protected-resource/mcp"`,
  );
  expect(JSON.parse(resourceMetadata(resource, 'https://a.example/mcp'))).toEqual({
    resource: 'https://a.example/mcp',
    authorization_servers: ['https://login.example.com'],
    scopes_supported: ['read'],
    bearer_methods_supported: ['header'],
  });
});

test.each([
  [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, 'id'],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', more: 1 }, 'more'],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, 'params'],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: 1 } }, '_meta'],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { progressToken: {} } } }, 'progressToken'],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', result: {} }, 'either'],
])('a message that no lane would answer is refused: %j', (message, word) => {
  expect(messageProblem(message)).toContain(word);
});

test('common messages have no problem', () => {
  expect(
    messageProblem({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { progressToken: 1 } } }),
  ).toBeUndefined();
  expect(messageProblem({ jsonrpc: '2.0', id: 'a', result: {} })).toBeUndefined();
  expect(messageProblem({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBeUndefined();
});
