import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, relative, resolve } from 'node:path';
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

  test('the health check tells a server that is ready from one that is not', async () => {
    const [, program, flag, code = ''] = compose.services['server']!.healthcheck!.test;
    expect([program, flag]).toEqual(['node', '-e']);
    let status = 200;
    const server = createServer(({ url }, response) => {
      response.statusCode = url === '/readyz' ? status : 404;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const check = async (): Promise<unknown> => {
      const child = spawn(process.execPath, ['-e', code.replace(':3000', `:${port}`)], { stdio: 'ignore' });
      return (await once(child, 'close'))[0];
    };
    const whenReady = await check();
    status = 503;
    const whenLeaving = await check();
    server.close();
    await once(server, 'close');
    expect([whenReady, whenLeaving, await check()]).toEqual([0, 1, 1]);
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

interface Stage {
  readonly root: string;
  cwd: string;
}

/** Carries out the steps of a Dockerfile in a directory for each stage, whose own root stands for `/`. */
function carriedOut(dockerfile: string, context: string): { stage: Stage; said: Map<string, string> } {
  const stages = new Map<string, Stage>();
  const said = new Map<string, string>();
  const ignored = new Set(read('Dockerfile.dockerignore').split('\n').filter(Boolean));
  let stage: Stage | undefined;
  for (const line of dockerfile.split('\n').filter((text) => text && !text.startsWith('#'))) {
    const [word, rest] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
    if (word === 'FROM') {
      stage = { root: temporaryDirectory('tw-stage'), cwd: '/' };
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? '', stage);
      continue;
    }
    const { root } = stage!;
    if (word === 'WORKDIR') {
      mkdirSync(join(root, rest), { recursive: true });
      stage!.cwd = rest;
    } else if (word === 'COPY') {
      const [, from, files] = /^(?:--from=(\w+) )?(.*)$/.exec(rest)!;
      const names = files!.split(' ');
      const target = join(root, stage!.cwd, names.pop()!);
      const source = from === undefined ? context : stages.get(from)!.root;
      const filter = (path: string): boolean => from !== undefined || !ignored.has(relative(context, path));
      for (const name of names) cpSync(join(source, name), within(target, name), { recursive: true, filter });
    } else if (word === 'RUN') {
      const here = rest.replaceAll('/data', join(root, 'data')).replace('node:node', '"$(id -u):$(id -g)"');
      const { status, stderr } = spawnSync('sh', ['-c', here], {
        cwd: join(root, stage!.cwd),
        encoding: 'utf8',
        env: { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' },
      });
      expect([rest, status, status === 0 ? '' : stderr]).toEqual([rest, 0, '']);
    } else said.set(word, rest);
  }
  return { stage: stage!, said };
}

// As Docker does: a file goes into a directory under its own name, and of a directory its content goes.
function within(target: string, name: string): string {
  return /\.\w+$/.test(name) ? join(target, basename(name)) : target;
}

test('the steps of deploy/Dockerfile work one after the other, in a directory instead of an image', () => {
  const context = temporaryDirectory('tw-image');
  const about = {
    name: 'my-tools',
    version: '1.0.0',
    scripts: { build: 'mkdir -p dist node_modules && cp app.ts dist/app.js' },
  };
  writeFileSync(join(context, 'package.json'), JSON.stringify(about));
  const lock = { ...about, lockfileVersion: 3, requires: true, packages: { '': about } };
  writeFileSync(join(context, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(context, 'app.ts'), 'module.exports = {};');
  // There is no registry, so nothing is installed here; what the machine itself has installed is no part of the image.
  mkdirSync(join(context, 'node_modules', 'of-this-machine'), { recursive: true });
  const { stage, said } = carriedOut(read('Dockerfile'), context);
  expect(readdirSync(join(stage.root, 'app')).sort()).toEqual(['dist', 'node_modules', 'package.json']);
  expect(readdirSync(join(stage.root, 'app', 'dist'))).toEqual(['app.js']);
  expect(readdirSync(join(stage.root, 'app', 'node_modules'))).not.toContain('of-this-machine');
  expect([stage.cwd, said.get('USER')]).toEqual(['/data', 'node']);
  const [, program] = JSON.parse(said.get('ENTRYPOINT')!) as string[];
  const bin = (
    JSON.parse(readFileSync(resolve(deploy, '../package.json'), 'utf8')) as { bin: { toolwright: string } }
  ).bin.toolwright;
  expect(program).toBe(join('/app/node_modules/toolwright', bin));
  const [role, , app] = JSON.parse(said.get('CMD')!) as string[];
  expect([role, app]).toEqual(['serve', '/app/dist/app.js']);
});
