import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TrustStore } from '../../../src/trust/trust-store';
import { COMMAND } from '../../support/server-process';
import { temporaryDirectory } from '../../support/temporary-directory';

test('many commands that trust at the same time forget nothing', async () => {
  const home = temporaryDirectory('trust-home');
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, 'state') };
  const directories = Array.from({ length: 6 }, (_, index) => join(home, `project-${index}`));
  for (const directory of directories) {
    mkdirSync(directory);
    writeFileSync(join(directory, 'toolwright.yaml'), 'consent: ask\n');
  }
  const ended = await Promise.all(
    directories.map(async (directory) => {
      const child = spawn(process.execPath, [COMMAND, 'trust', directory], { env, stdio: 'ignore' });
      return (await once(child, 'exit'))[0] as number;
    }),
  );
  expect(ended).toEqual(directories.map(() => 0));
  const file = join(home, 'state', 'toolwright', 'trust.json');
  expect([...new TrustStore(file).directories.keys()].sort()).toEqual(directories);
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test('stores of one process that trust and untrust at the same time forget nothing', async () => {
  const file = join(temporaryDirectory('trust'), 'state', 'trust.json');
  const names = Array.from({ length: 20 }, (_, index) => `/p${index}`);
  await Promise.all(
    names.map((name) => new TrustStore(file).trust(name, new Map([[`${name}/x`, name]]), new Date(0))),
  );
  const gone = await Promise.all(names.slice(0, 10).map((name) => new TrustStore(file).untrust(name)));
  expect(gone).toEqual(gone.map(() => true));
  expect([...new TrustStore(file).directories.keys()].sort()).toEqual(names.slice(10).sort());
  expect(await new TrustStore(file).untrust('/p0')).toBe(false);
});

test('a store that cannot be read is never overwritten', async () => {
  const file = join(temporaryDirectory('trust'), 'trust.json');
  writeFileSync(file, '{ "version": 1, "direct');
  await expect(new TrustStore(file).trust('/a', new Map(), new Date(0))).rejects.toThrow(/cannot be used/);
  expect(readFileSync(file, 'utf8')).toBe('{ "version": 1, "direct');
});
