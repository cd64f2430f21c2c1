import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';

const deploy = resolve(__dirname, '../../deploy');
const read = (...names: string[]): string => readFileSync(join(deploy, ...names), 'utf8');

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, unknown>;
}

// The words of the compose specification that these services use; a misspelt one is ignored or refused only where there is Docker.
const SERVICE_KEYS = new Set(
  'build image init restart environment volumes depends_on read_only tmpfs cap_drop security_opt expose healthcheck stop_grace_period deploy command'.split(
    ' ',
  ),
);

const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

describe('deploy/compose.yaml', () => {
  test.each(Object.entries(compose.services))('%s says only what Compose knows', (_name, service) => {
    expect(Object.keys(service).filter((key) => !SERVICE_KEYS.has(key))).toEqual([]);
    for (const needed of Object.keys(service.depends_on ?? {}))
      expect(compose.services).toHaveProperty(needed);
  });

  test('servers and workers have the same Redis and the same secret', () => {
    const { server, worker } = compose.services;
    expect(server?.environment).toMatchObject(worker?.environment ?? {});
    expect(Object.keys(worker?.environment ?? {})).toEqual([
      'TOOLWRIGHT_OPERATIONS',
      'TOOLWRIGHT_STATE_SECRET',
    ]);
  });

  test('what it mounts is there, or is said to be the operator’s own', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
    const files = mounted.map((volume) => volume.split(':')[0]!).filter((name) => name.startsWith('./'));
    expect([...new Set(files)].sort()).toEqual(['./redis.conf', './tokens', './toolwright.yaml']);
    expect(readdirSync(deploy)).toEqual(expect.arrayContaining(['redis.conf', 'toolwright.yaml']));
  });

  test('the health check is code that Node takes', () => {
    const [, program, flag, code] = compose.services['server']!.healthcheck!.test;
    expect([program, flag]).toEqual(['node', '-e']);
    expect(spawnSync(process.execPath, ['-e', code!]).status).toBe(1);
  });
});

test('deploy/toolwright.yaml is a configuration that is accepted', async () => {
  const cwd = temporaryDirectory('tw-deploy');
  writeFileSync(join(cwd, 'toolwright.yaml'), read('toolwright.yaml'));
  const { config } = await loadConfig({ cwd, env: {}, options: { config: 'toolwright.yaml' } });
  expect(config.idempotency.lease).toBe(15);
  expect(config.http.tokens).toBe('/etc/toolwright/tokens');
});

needs('systemd').test('systemd finds nothing wrong with the units', () => {
  const directory = temporaryDirectory('tw-units');
  const program = join(directory, 'node');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  mkdirSync(join(directory, 'units'));
  const units = readdirSync(join(deploy, 'systemd')).map((name) => {
    const unit = join(directory, 'units', name.replace('@', '@3001'));
    // Whether a program and a user exist is the machine's business.
    writeFileSync(unit, read('systemd', name).replace('/usr/bin/node', program));
    return unit;
  });
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
    encoding: 'utf8',
  });
  expect([status, stderr.split('\n').filter((line) => line.includes(directory))]).toEqual([0, []]);
});
