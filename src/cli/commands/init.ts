import { resolve } from 'node:path';
import type { Command } from '../command';
import { leftOutRemark } from '../../app/workspace-trust';
import { configPath, loadConfig, parseOptions } from '../../config';
import { refuseBoth, refuseExtra } from '../refuse-extra';

const USAGE = `toolwright init [--project DIR | --import] [-c CONFIG_DIR] [-d DOCROOT]

  Copies the starter documents to the document root and adds their categories and collections to the project.
  Existing files and entries are kept, so it can be run again at any time.

  --project DIR   the project's directory; defaults to the working directory
  --import        copy projects, flags and documents of mcp-guide instead, if there are none of ours yet`;

/** Installs the starter documents, so that an agent has guidance from the first minute. */
export const command: Command = {
  name: 'init',
  usage: USAGE,
  async run(args, io) {
    const own = { project: { type: 'string' }, import: { type: 'boolean' } } as const;
    const { options, positionals } = parseOptions(args, own);
    refuseExtra(positionals, 0);
    refuseBoth(options, 'import', 'project');
    const { project, import: imports, ...settings } = options;
    const { config, request } = await loadConfig({ cwd: io.cwd, env: io.env, options: settings });
    if (request.inForce.leftOut !== undefined) {
      const found = { file: configPath(request).file, kind: 'configuration', changed: false } as const;
      io.stderr(`${leftOutRemark([found], io.cwd)}\n`);
    }
    if (imports) {
      const { importGuide } = await import('../import-guide.js');
      const { from, to } = await importGuide({ config, cwd: io.cwd, env: io.env });
      io.stdout(`Copied ${from} to ${to}\n`);
      return 0;
    }
    const { putStarter } = await import('../install-starter.js');
    const directory = resolve(io.cwd, typeof project === 'string' ? project : '.');
    const report = await putStarter({ config, cwd: io.cwd, env: io.env }, directory);
    io.stdout(
      [
        `Project:     ${report.project}`,
        `Documents:   ${report.docroot} (${report.copied} copied, ${report.kept} kept)`,
        `Categories:  ${report.categories.join(', ') || 'all present'}`,
        `Collections: ${report.collections.join(', ') || 'all present'}`,
        '',
        `Fill in ${report.overview} first. Then, in your client: @guide start`,
        '',
      ].join('\n'),
    );
    return 0;
  },
};
