import { createRequire } from 'node:module';
import { join } from 'node:path';
import { thisProcess } from '../../app/world';
import { practise } from '../../dev/practise-opening';
import { ServedVersion } from '../../dev/serve-version';
import type { FromVersion, ToVersion } from '../../dev/version-messages';

// What most apps load, so that it is there before the first build is.
const USUAL = ['toolwright', 'reflect-metadata', 'typedi', 'class-transformer', 'class-validator'];

// The process of one version of an app, started by `toolwright dev`. The front process decides when it ends: Ctrl-C in a
// terminal reaches this one too, and must not interrupt a call.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const version = new ServedVersion(
  thisProcess(),
  (message: FromVersion) => process.send?.(message),
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
