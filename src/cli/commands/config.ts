import { silentLogger } from '../../logger';
import type { Command, Io } from '../command';
import { effectiveSettings, parseOptions, type LoadedConfig } from '../../config';
import { loadForServer } from '../../app/load-for-server';

const OWN = {
  reference: { type: 'boolean' },
  schema: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** Shows the settings that hold here, who said so and what `serve` would refuse; or their page, or their JSON Schema. */
export const command: Command = {
  name: 'config',
  summary: 'show the settings that hold here, and who said so',
  usage: 'toolwright config [--json | --reference | --schema] [serve options]',
  async run(args, io) {
    const { options } = parseOptions(args, OWN);
    if (options['reference']) {
      const { configurationReference } = await import('../../config/reference.js');
      io.stdout(configurationReference());
      return 0;
    }
    if (options['schema']) {
      const { editorSchema } = await import('../../config/editor-schema.js');
      io.stdout(`${JSON.stringify(editorSchema(), null, 2)}\n`);
      return 0;
    }
    const loaded = await loadForServer({ cwd: io.cwd, env: io.env, options });
    const settings = effectiveSettings(loaded);
    const lines = settings.map(({ path, value, from }) => `${path}: ${JSON.stringify(value)}  # ${from}\n`);
    io.stdout(options['json'] ? `${JSON.stringify(settings, null, 2)}\n` : lines.join(''));
    await refuseWhatServeRefuses(loaded, io);
    return 0;
  },
};

// Some rules can only be judged with the tools at hand, so the server is put together once, and not served.
async function refuseWhatServeRefuses(loaded: LoadedConfig, { cwd, env }: Io): Promise<void> {
  const { compose } = await import('../../app/compose.js');
  const composition = await compose({ loaded, cwd, env, log: silentLogger });
  await composition.close();
}
