import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { UsageError, type Command, type Io } from '../command';
import type { NewApp } from '../new/app-templates';
import { packageFor } from '../new/package-for';
import { writeFiles } from '../new/write-new-files';
import { parseCommandLine } from '../parse-command-line';
import { refuseBoth } from '../refuse-extra';

const USAGE = `toolwright new app DIR [--module esm|cjs] [--test jest|vitest] [--toolwright VERSION]
  toolwright new tool NAME [--class | --definition] [--specs] [--dir DIR]
  toolwright new prompt|resource NAME [--dir DIR]

  DIR            of the new project; its name becomes the server's name
  NAME           in snake_case
  --class        an annotated class with its args class and a test: the default in a project with an app
  --definition   a definition in JSON, which makes a program a tool: the default elsewhere
  --specs        also spec.md and plan.md, to be written before the tool
  --dir DIR      the project to write into; that of the working directory by default (.toolwright/tools for a definition)
  --module       ES modules (default) or CommonJS
  --test         the test runner: jest (default) or vitest
  --toolwright   the version, address or file of the package that the project depends on; from npm by default`;

const OPTIONS = {
  class: { type: 'boolean', default: false },
  definition: { type: 'boolean', default: false },
  specs: { type: 'boolean', default: false },
  dir: { type: 'string' },
  module: { type: 'string' },
  test: { type: 'string' },
  toolwright: { type: 'string' },
} as const;

const PAGES_FIRST = 'Write spec.md and plan.md first, then the tool.';

type Values = ReturnType<typeof parse>['values'];

/** Creates a project, or a tool, prompt or resource of one, from templates. */
export const command: Command = {
  name: 'new',
  usage: USAGE,
  async run(args, io) {
    const { positionals, values } = parse(args);
    const [kind, name, ...more] = positionals;
    if (kind === undefined || name === undefined || more.length)
      throw new UsageError("write 'toolwright new app DIR', or 'toolwright new tool|prompt|resource NAME'");
    if (kind === 'app') return newApp(name, values, io);
    refuse(values, ['module', 'test', 'toolwright'], 'new app');
    refuseBoth(values, 'class', 'definition');
    if (kind === 'tool' && !(await isClass(values, io))) return newDefinition(checked(name), values, io);
    if (kind !== 'tool') refuse(values, ['class', 'definition', 'specs'], 'new tool');
    return newClass(kind, checked(name), values, io);
  },
};

function parse(args: string[]) {
  return parseCommandLine({ args, allowPositionals: true, options: OPTIONS });
}

function refuse(values: Values, names: readonly (keyof Values)[], command: string): void {
  const given = names.find((name) => values[name]);
  if (given) throw new UsageError(`--${given}: only goes with '${command}'`);
}

// Where somebody writes classes, a tool is one more.
async function isClass(values: Values, { cwd }: Io): Promise<boolean> {
  if (values.class || values.definition) return values.class;
  const { findProjectApp } = await import('../project-app/find-project-app.js');
  return findProjectApp(projectOf(values, cwd)) !== undefined;
}

// Classes are written where the project has its own, wherever in it the command is run.
function projectOf({ dir }: Values, cwd: string): string {
  if (dir !== undefined) return resolve(cwd, dir);
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at;
    if (at === dirname(at)) return cwd;
  }
}

function checked(name: string): string {
  if (/^[a-z][a-z0-9_]{0,62}$/.test(name)) return name;
  throw new UsageError(`'${name}' is not a valid name: use snake_case, such as my_tool`);
}

async function newApp(directory: string, values: Values, io: Io): Promise<number> {
  refuse(values, ['class', 'definition', 'specs', 'dir'], 'new tool');
  const base = resolve(io.cwd, directory);
  const name = basename(base);
  if (!/^[a-z][a-z0-9-_.]{0,63}$/.test(name))
    throw new UsageError(
      `'${name}' can't be the name of a package: use lower-case letters, digits and dashes`,
    );
  const { appTemplates } = await import('../new/app-templates.js');
  const app: NewApp = {
    name,
    module: oneOf('module', values.module ?? 'esm', ['esm', 'cjs']),
    runner: oneOf('test', values.test ?? 'jest', ['jest', 'vitest']),
    toolwright: packageFor(base, values.toolwright, io),
  };
  await writeFiles(base, appTemplates(app), io);
  const into = relative(io.cwd, base) || '.';
  const first = `npx toolwright call add_note --name milk --text "Buy milk" --app dist/src/app.js`;
  const other = values.toolwright === undefined ? '; a packed file instead: new app … --toolwright FILE' : '';
  const install = `npm install   # toolwright ${app.toolwright}${other}`;
  io.stdout(`\nNext:\n  cd ${into}\n  ${install}\n  npm test\n  ${first}\n`);
  return 0;
}

function oneOf<const T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found) return found;
  throw new UsageError(`--${option}: '${value}' is not one of ${allowed.join(', ')}`);
}

async function newClass(kind: string, name: string, values: Values, io: Io): Promise<number> {
  const { specs } = values;
  const templates = await import('../new/class-templates.js');
  const { readTargetProject } = await import('../new/target-project.js');
  const makers: Readonly<Record<string, typeof templates.toolTemplates>> = {
    tool: templates.toolTemplates,
    prompt: templates.promptTemplates,
    resource: templates.resourceTemplates,
  };
  const make = Object.hasOwn(makers, kind) ? makers[kind]! : undefined;
  if (!make) throw new UsageError(`there is no template for '${kind}': write app, tool, prompt or resource`);
  const base = projectOf(values, io.cwd);
  if (values.dir === undefined && base !== io.cwd)
    io.stdout(`In the project ${relative(io.cwd, base)} (--dir . writes here):\n`);
  const pages = specs ? await specPages(name, `specs/${name}`) : {};
  await writeFiles(base, { ...pages, ...make(name, readTargetProject(base)) }, io);
  io.stdout(
    `\n${specs ? `${PAGES_FIRST}\n` : ''}Add the class to '${kind}s' in your app, and run its test.\n`,
  );
  return 0;
}

// The schema is referenced where editors find it: in the project's own installation, or next to the definitions.
async function newDefinition(name: string, { dir, specs }: Values, io: Io): Promise<number> {
  const { RESERVED_NAMES } = await import('../../mtdf/definition-fields.js');
  if (RESERVED_NAMES.includes(name)) throw new UsageError(`'${name}' is the name of a built-in tool`);
  const { definitionTemplates } = await import('../new/definition-templates.js');
  const base = resolve(io.cwd, dir ?? '.toolwright/tools');
  const installed = join(io.cwd, 'node_modules/toolwright/mtdf-schema.json');
  const pages = specs ? await specPages(name, name) : {};
  await writeFiles(base, { ...pages, ...definitionTemplates(name, relative(base, installed)) }, io);
  const steps = [
    ...(specs ? [PAGES_FIRST] : []),
    `Check it: toolwright mtdf validate ${relative(io.cwd, join(base, `${name}.json`))}`,
    'Trust it, now and after each change: toolwright trust',
  ];
  io.stdout(`\n${steps.join('\n')}\n`);
  return 0;
}
async function specPages(name: string, folder: string): Promise<Record<string, string>> {
  return (await import('../new/definition-templates.js')).specTemplates(name, folder);
}
