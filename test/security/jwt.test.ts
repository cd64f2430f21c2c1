import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JwtVerifier } from '../../src/serve/http/auth/jwt';
import { afterTest } from '../support/http';

const AUDIENCE = 'https://tools.example.com/mcp';
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3_600;

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const attacker = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: 'first', alg: 'RS256', use: 'sig' };
const attackerJwk = { ...attacker.publicKey.export({ format: 'jwk' }), kid: 'mine', alg: 'RS256' };

function signed(header: object, claims: object, key: KeyObject = privateKey): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

function hashed(header: object, claims: object, secret: string | Buffer): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

async function issuer(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: request.url === '/attacker' ? [attackerJwk] : [publicJwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function verifierOf(url: string): JwtVerifier {
  return new JwtVerifier({
    issuer: url,
    audience: AUDIENCE,
    jwks: `${url}/jwks`,
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    principalClaim: 'sub',
    load: () => import('jose'),
  });
}

const HEADER = { alg: 'RS256', kid: 'first' };
const pem = publicKey.export({ type: 'spki', format: 'pem' });
const der = publicKey.export({ type: 'spki', format: 'der' });

const FORGED: Record<string, (claims: object, url: string) => string> = {
  'the public key as a shared secret, PEM': (claims) => hashed({ ...HEADER, alg: 'HS256' }, claims, pem),
  'the public key as a shared secret, DER': (claims) => hashed({ ...HEADER, alg: 'HS256' }, claims, der),
  'the public key as a shared secret, modulus': (claims) =>
    hashed({ ...HEADER, alg: 'HS256' }, claims, String(publicJwk['n' as never])),
  'an empty shared secret': (claims) => hashed({ ...HEADER, alg: 'HS256' }, claims, ''),
  'no signature': (claims) => `${part({ alg: 'none' })}.${part(claims)}.`,
  'no signature, other spelling': (claims) => `${part({ alg: 'nOnE', kid: 'first' })}.${part(claims)}.`,
  'an empty signature': (claims) => `${part(HEADER)}.${part(claims)}.`,
  'a key of the attacker under the known name': (claims) => signed(HEADER, claims, attacker.privateKey),
  'a key inside the token': (claims) => signed({ ...HEADER, jwk: attackerJwk }, claims, attacker.privateKey),
  'keys at an address of the attacker': (claims, url) =>
    signed({ alg: 'RS256', kid: 'mine', jku: `${url}/attacker` }, claims, attacker.privateKey),
  'a certificate at an address of the attacker': (claims, url) =>
    signed({ ...HEADER, x5u: `${url}/attacker` }, claims, attacker.privateKey),
  'a certificate inside the token': (claims) =>
    signed({ ...HEADER, x5c: [der.toString('base64')] }, claims, attacker.privateKey),
  'a kid that is a path': (claims) =>
    signed({ alg: 'RS256', kid: '../../../../dev/null' }, claims, attacker.privateKey),
  'a kid that is a query': (claims) =>
    signed({ alg: 'RS256', kid: "first' OR '1'='1" }, claims, attacker.privateKey),
  'a kid that is a list': (claims) => signed({ alg: 'RS256', kid: ['first'] }, claims, attacker.privateKey),
  'a kid that is an inherited name': (claims) =>
    signed({ alg: 'RS256', kid: '__proto__' }, claims, attacker.privateKey),
  'an algorithm that the operator does not take': (claims) => signed({ ...HEADER, alg: 'RS512' }, claims),
  'another algorithm than that of the key': (claims) => signed({ ...HEADER, alg: 'PS256' }, claims),
  'an extension that must be understood': (claims) => signed({ ...HEADER, crit: ['exp2'], exp2: 1 }, claims),
  'a payload that is not encoded': (claims) => signed({ ...HEADER, b64: false, crit: ['b64'] }, claims),
  'claims that are a list': () => signed(HEADER, [] as object),
  'an end that is a text': (claims) => signed(HEADER, { ...claims, exp: String(inAnHour()) }),
  'an end that is not a number': (claims) => signed(HEADER, { ...claims, exp: null }),
  'an end in the past': (claims) => signed(HEADER, { ...claims, exp: inAnHour() - 7_200 }),
  'a beginning in the future': (claims) => signed(HEADER, { ...claims, nbf: inAnHour() }),
  'another audience': (claims) => signed(HEADER, { ...claims, aud: 'https://other.example.com' }),
  'an audience that contains the right one': (claims) =>
    signed(HEADER, { ...claims, aud: `${AUDIENCE}/more` }),
  'no audience': (claims) => signed(HEADER, { ...claims, aud: undefined }),
  'another issuer': (claims) => signed(HEADER, { ...claims, iss: 'https://login.evil.example' }),
  'the issuer with a slash': (claims, url) => signed(HEADER, { ...claims, iss: `${url}/` }),
  'a principal that is a list': (claims) => signed(HEADER, { ...claims, sub: ['alice'] }),
  'an empty principal': (claims) => signed(HEADER, { ...claims, sub: '' }),
  'no principal': (claims) => signed(HEADER, { ...claims, sub: undefined }),
};

test.each(Object.entries(FORGED))('a token is refused with %s', async (_what, forge) => {
  const { url, asked } = await issuer();
  const claims = { iss: url, aud: AUDIENCE, sub: 'alice', exp: inAnHour() };
  const verifier = verifierOf(url);
  expect(await verifier.verify(signed(HEADER, claims))).toEqual({ id: 'alice', scopes: [] });
  expect(await verifier.verify(forge(claims, url))).toMatchObject({ status: 401, error: 'invalid_token' });
  expect(asked.filter((path) => path !== '/jwks')).toEqual([]);
});

test('tokens with names of keys that nobody has make it ask for the keys once, not once each', async () => {
  const { url, asked } = await issuer();
  const verifier = verifierOf(url);
  const claims = { iss: url, aud: AUDIENCE, sub: 'alice', exp: inAnHour() };
  for (let n = 0; n < 30; n++)
    expect(
      await verifier.verify(signed({ alg: 'RS256', kid: `made up ${n}` }, claims, attacker.privateKey)),
    ).toMatchObject({ status: 401 });
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('a verified token counts without its signature being looked at again, until it ends; another one does not', async () => {
  const { url } = await issuer();
  let now = Date.now();
  const verifier = new JwtVerifier(
    {
      issuer: url,
      audience: AUDIENCE,
      jwks: `${url}/jwks`,
      algorithms: ['RS256'],
      principalClaim: 'sub',
      load: () => import('jose'),
    },
    () => now,
  );
  const exp = Math.floor(now / 1000) + 60;
  const token = signed(HEADER, { iss: url, aud: AUDIENCE, sub: 'alice', exp, scope: 'read write' });
  expect(await verifier.verify(token)).toEqual({ id: 'alice', scopes: ['read', 'write'] });
  expect(verifier.verify(token)).toEqual({ id: 'alice', scopes: ['read', 'write'] });
  const other = `${token.slice(0, -4)}AAAA`;
  expect(await verifier.verify(other)).toMatchObject({ status: 401 });
  now = (exp + 1) * 1000;
  expect(verifier.verify(token)).toBeInstanceOf(Promise);
});

test('keys that can’t be read say nothing about a token', async () => {
  const claims = { iss: 'http://127.0.0.1:9', aud: AUDIENCE, sub: 'alice', exp: inAnHour() };
  const verifier = verifierOf('http://127.0.0.1:9');
  expect(await verifier.verify(signed(HEADER, claims))).toMatchObject({ status: 503 });
});
