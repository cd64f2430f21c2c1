import { PACKS, shippedModel } from '../config';
import { App } from './app';
import { version } from './package-version';

/** The server that ships with the package: an app with every pack and nothing else. */
export const builtInApp = new App(
  {
    name: 'toolwright',
    packs: PACKS,
    get version() {
      return version();
    },
  },
  shippedModel,
);
