import type { Command } from '../command';
import { effectiveSettings, loadConfig, parseOptions } from '../config';

const OWN = {
  reference: { type: 'boolean' },
  schema: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** Shows the settings that hold here and where each came from, their reference page, or their JSON Schema. */
export const command: Command = {
  name: 'config',
  summary: 'show the settings that hold here, and who said so',
  usage: 'toolwright config [--json | --reference | --schema] [serve options]',
  async run(args, io) {
    const { options } = parseOptions(args, OWN);
    if (options['reference']) {
      const { configurationReference } = await import('../config/reference.js');
      io.stdout(configurationReference());
      return 0;
    }
    if (options['schema']) {
      const { editorSchema } = await import('../config/editor-schema.js');
      io.stdout(`${JSON.stringify(editorSchema(), null, 2)}\n`);
      return 0;
    }
    const settings = effectiveSettings(await loadConfig({ cwd: io.cwd, env: io.env, options }));
    const lines = settings.map(({ path, value, from }) => `${path}: ${JSON.stringify(value)}  # ${from}\n`);
    io.stdout(options['json'] ? `${JSON.stringify(settings, null, 2)}\n` : lines.join(''));
    return 0;
  },
};
