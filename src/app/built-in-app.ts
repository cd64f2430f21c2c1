import { PACKS, shippedModel, type ConfigModel } from '../config';
import { App } from './app';
import { version } from './version';

// The class rather than `defineApp`: its settings are those that the configuration takes where no app is named.
class BuiltInApp extends App {
  override get configModel(): ConfigModel {
    return shippedModel;
  }

  override get version(): string {
    return version();
  }
}

/** The server that ships with the package: an app with every pack and nothing of its own. */
export const builtInApp: App = new BuiltInApp({ name: 'toolwright', packs: PACKS });
