#!/usr/bin/env node
// What `npm create toolwright DIR` runs: `toolwright new app DIR`, with the same options.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const manifest = require.resolve('toolwright/package.json');
const command = join(dirname(manifest), require(manifest).bin.toolwright);
const words = process.argv.slice(2);

if (!words.length) {
  process.stderr.write('npm create toolwright: name the directory: npm create toolwright my-server\n');
  process.exit(2);
}
const { status } = spawnSync(process.execPath, [command, 'new', 'app', ...words], { stdio: 'inherit' });
process.exit(status ?? 1);
