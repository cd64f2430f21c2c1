import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EndWatch } from '../../app/end-watch';
import { thisProcess } from '../../app/world';
import { practise } from '../../dev/practise-opening';
import { ServedVersion } from '../../dev/serve-version';
import type { FromVersion, ToVersion } from '../../dev/version-messages';

// What most apps load, so that it is there before the first build is.
const USUAL = ['toolwright', 'reflect-metadata', 'typedi', 'class-transformer', 'class-validator'];

// The process of one version of an app, started by `toolwright dev`. The front process decides when it ends: Ctrl-C in a
// terminal reaches this one too, and must not interrupt a call.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

// An app may keep the thread while it is loaded. Without the front process nobody would end it then.
const loading = new EndWatch({
  name: 'toolwright dev',
  graceMs: 0,
  endMs: 0,
  signals: false,
  parent: process.ppid,
  finish: () => undefined,
});
loading.note('loading the app');

const version = new ServedVersion(
  thisProcess(),
  (message: FromVersion) => {
    // From then on it has a watch of its own.
    if (message.kind === 'ready') void loading.stop();
    process.send?.(message);
  },
  () => process.exit(),
);
process.on('message', (message: ToVersion) => {
  // Stacks name the author's sources, where the build has maps.
  if (message.kind === 'open') process.setSourceMapsEnabled(true);
  version.hear(message);
});
process.on('disconnect', () => void version.close());

const requireThere = createRequire(join(process.cwd(), 'package.json'));
for (const name of USUAL) {
  try {
    requireThere(name);
  } catch {
    // The app says what it misses itself.
  }
}
void practise(thisProcess()).catch(() => undefined);
