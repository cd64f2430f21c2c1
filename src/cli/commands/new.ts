import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { UsageError, type Command, type Io } from '../command';
import { parseCommandLine } from '../parse-command-line';

const USAGE = `toolwright new tool NAME [--class] [--dir DIR]

  NAME      in snake_case
  --class   an annotated class with its args class and a test, instead of a definition in JSON
  --dir DIR where to write; by default .toolwright/tools for a definition, the working directory for a class`;

/** Creates a new tool from templates: spec.md, plan.md, and the definition or the class. */
export const command: Command = {
  name: 'new',
  summary: 'create a new tool from templates',
  usage: USAGE,
  async run(args, io) {
    const { name, asClass, dir } = asked(args);
    const base = resolve(io.cwd, dir ?? (asClass ? '.' : '.toolwright/tools'));
    const files = asClass ? await classFiles(name) : await definitionFiles(name, base, io);
    const there = Object.keys(files).filter((file) => existsSync(join(base, file)));
    if (there.length) throw new UsageError(`already exists: ${there.join(', ')}; nothing was written`);
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(base, file)), { recursive: true });
      await writeFile(join(base, file), text, { flag: 'wx' });
      io.stdout(`${relative(io.cwd, join(base, file))}\n`);
    }
    io.stdout(nextSteps(asClass, relative(io.cwd, join(base, `${name}.json`))));
    return 0;
  },
};

function asked(args: string[]): { name: string; asClass: boolean; dir: string | undefined } {
  const options = { class: { type: 'boolean', default: false }, dir: { type: 'string' } } as const;
  const parsed = parseCommandLine({ args, allowPositionals: true, options });
  const [kind, name, ...more] = parsed.positionals;
  if (kind !== 'tool' || name === undefined || more.length) throw new UsageError(`wrong usage\n\n  ${USAGE}`);
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name))
    throw new UsageError(`'${name}' is not a valid tool name: use snake_case, such as my_tool`);
  return { name, asClass: parsed.values.class, dir: parsed.values.dir };
}

async function classFiles(name: string): Promise<Record<string, string>> {
  const { classTemplates } = await import('./templates/class-tool.js');
  return classTemplates(name);
}

// The schema is referenced where editors find it: in the project's own installation, or next to the definitions.
async function definitionFiles(name: string, base: string, io: Io): Promise<Record<string, string>> {
  const { RESERVED_NAMES } = await import('../../mtdf/fields.js');
  if (RESERVED_NAMES.includes(name)) throw new UsageError(`'${name}' is the name of a built-in tool`);
  const { definitionTemplates } = await import('./templates/definition.js');
  const installed = join(io.cwd, 'node_modules/toolwright/mtdf-schema.json');
  return definitionTemplates(name, relative(base, installed));
}

function nextSteps(asClass: boolean, file: string): string {
  const steps = asClass
    ? ['Write spec.md and plan.md first, then the class.', 'Add the class to your app, and run its test.']
    : [
        'Write spec.md and plan.md first, then the definition.',
        `Check it: toolwright mtdf validate ${file}`,
        'Trust it, now and after each change: toolwright trust',
      ];
  return `\n${steps.join('\n')}\n`;
}
