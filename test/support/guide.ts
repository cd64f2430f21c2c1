import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bindGuide } from '../../src/app/wiring/bind-guide';
import { guidePack } from '../../src/app/packs/guide-pack';
import { silentLogger, type Logger } from '../../src/logger';
import { PromptRegistry } from '../../src/registries/prompt-registry';
import type { RegistryOptions } from '../../src/registries/registry-options';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { ResourceRegistry } from '../../src/registries/resource-registry';
import { promptsPart } from '../../src/serve/parts/prompts';
import { resourcesPart } from '../../src/serve/parts/resources';
import { connect, jsonOf } from './connect';
import { temporaryDirectory } from './temporary-directory';

/** The directories of a guide. */
export class GuideHome {
  readonly path = temporaryDirectory('toolwright-guide');
  readonly configDir = join(this.path, 'config');
  readonly docroot = join(this.path, 'config', 'docs');
  readonly cwd = join(this.path, 'shop');

  constructor() {
    mkdirSync(this.cwd);
    mkdirSync(this.configDir);
  }

  /** Writes a document under the document root. */
  document(path: string, text: string): void {
    const file = join(this.docroot, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  get configFile(): string {
    return join(this.configDir, 'config.yaml');
  }

  get config(): string {
    return readFileSync(this.configFile, 'utf8');
  }
}

/** The whole guide pack in a home directory, with a real client. */
export async function openGuide(
  home: GuideHome,
  options: { cwd?: string; home?: string; log?: Logger; registry?: Partial<RegistryOptions> } & Parameters<
    typeof connect
  >[1] = {},
) {
  const {
    cwd = home.cwd,
    log = silentLogger,
    registry: registryOptions,
    home: userHome,
    ...connectOptions
  } = options;
  const registry = new ToolRegistry([], { prefix: '', log, ...registryOptions });
  bindGuide(registry.instances.container, {
    configDir: home.configDir,
    cwd,
    log,
    registry,
    ...(userHome && { home: userHome }),
  });
  registry.register(await Promise.all(Object.values(guidePack.tools).map((load) => load())));
  const prompts = new PromptRegistry(
    Object.entries(guidePack.prompts!).map(([name, load]) => ({ name, load })),
    registry,
  );
  const resources = new ResourceRegistry(
    Object.values(guidePack.resources!).map((load) => ({ load })),
    registry,
  );
  const parts = [promptsPart(prompts), resourcesPart(resources)];
  const { client, close } = await connect(registry, { parts, ...connectOptions });
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> =>
    jsonOf(await client.callTool({ name, arguments: args }));
  return { registry, prompts, resources, client, close, call };
}
