import { EMBED_OPTIONS, type EmbedOptions } from '../app/open-embedded-app';
import { serverOptionsOf } from '../app/wiring/make-connection-options';
import { defineApp, isApp, type App } from '../app/app';
import { aText, type OptionKinds } from '../base/option-kind';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import { ToolRegistry } from '../registries/tool-registry';
import type { ToolSource } from '../registries/tool-source';
import { MethodTable } from '../serve/method-table';

import { CLIENT_CHOICES, type ClientChoices } from './client-choices';
import { openInCopy, openTested } from './open-tested';
import { refuseWhileServing } from './refuse-while-serving';
import { TestClient } from './test-client';

/** How an app is opened for a test, and what its client can do. */
export interface TestOptions extends EmbedOptions, ClientChoices {
  /**
   * A directory with what the app works with, copied for this client into a new temporary one, in which the app is opened and the process
   * works until the client is closed; then that is removed. So calls change nothing that is kept.
   */
  readonly files?: string;
}

const TEST_OPTIONS: OptionKinds<TestOptions> = { ...EMBED_OPTIONS, ...CLIENT_CHOICES, files: aText };

/**
 * Opens an app, a registry or just tools with a client in memory. The environment of the process is not read unless it
 * is handed in as `env`, so that a test does the same on every machine.
 */
export async function testClient(
  source: App | ToolRegistry | ToolSource,
  options: TestOptions = {},
): Promise<TestClient> {
  refuseWrongOptions('testClient', options, TEST_OPTIONS);
  refuseWhileServing();
  const choices: ClientChoices = partOf(options, CLIENT_CHOICES);
  const { files } = options;
  if (source instanceof ToolRegistry) {
    if (files !== undefined)
      throw new Error(
        'The option files of testClient needs an app, or tools: this registry is already made.',
      );
    return new TestClient(new MethodTable(source), choices).connect();
  }
  if (files !== undefined && options.cwd !== undefined)
    throw new Error(
      'testClient has both files and cwd: the app is opened in a copy of files, so leave cwd out.',
    );
  const app = isApp(source) ? source : defineApp({ name: 'test', version: '0.0.0', tools: source });
  const embed = { env: {}, ...partOf(options, EMBED_OPTIONS) };
  const open = await (files === undefined ? openTested(app, embed) : openInCopy(app, embed, files));
  return new TestClient(new MethodTable(open.registry, serverOptionsOf(open)), choices, open).connect();
}

function partOf(options: TestOptions, kinds: object): TestOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(kinds, name)));
}
