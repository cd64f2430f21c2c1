import { PACKS, shippedModel, type ConfigModel } from '../config';
import { App } from './app';
import { version } from './version';

// The class rather than `defineApp`: its settings are those used when no app is named.
class BuiltInApp extends App {
  override get configModel(): ConfigModel {
    return shippedModel;
  }

  override get version(): string {
    return version();
  }
}

/** The server that ships with the package: an app with every pack and nothing else. */
export const builtInApp: App = new BuiltInApp({ name: 'toolwright', packs: PACKS });
