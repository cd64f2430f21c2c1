import { schemaMarkdown } from '../../tool/markdown';
import { openForShell } from '../open-for-shell';
import { UsageError, type Command } from '../command';

/** Lists the tools that a server would offer here, or describes one of them. */
export const command: Command = {
  name: 'tools',
  summary: 'list the tools, or describe one',
  usage: 'toolwright tools [NAME] [serve options]',
  async run(args, io) {
    const { open, positionals } = await openForShell(args, io);
    const [name] = positionals;
    try {
      const { registry } = open;
      if (name !== undefined) {
        const tool = registry.get(name);
        if (!tool) throw new UsageError(`there is no tool '${name}'; 'toolwright tools' lists them`);
        const { description, inputSchema } = tool.describe();
        io.stdout(`${description}\n\n${schemaMarkdown(inputSchema)}\n`);
        return 0;
      }
      const width = Math.max(0, ...registry.list().map((tool) => tool.name.length));
      for (const tool of registry.list()) {
        const [first = ''] = tool.describe().summary.split('\n');
        io.stdout(
          `${tool.name.padEnd(width)}  ${first}${registry.isEnabled(tool.name) ? '' : '  (disabled)'}\n`,
        );
      }
      return 0;
    } finally {
      await open.close();
    }
  },
};
