import { join, relative, resolve } from 'node:path';
import { UsageError, type Command, type Io } from '../command';
import { parseCommandLine } from '../parse-command-line';
import { columns } from '../print-columns';
import { PACK_KINDS, type PackKind } from '../pack/pack-kinds';
import type { Written } from '../pack/write-outputs';

const USAGE = `toolwright pack KIND… [--app FILE] [--out DIR] [--force] [--json]

  KIND            bundle    the server in one file, which runs without packages (needs esbuild)
                  mcpb      an .mcpb bundle, which clients install with a click (needs esbuild and @anthropic-ai/mcpb)
                  registry  server.json, by which the MCP registry lists a package of npm
                  docker    a Dockerfile, and what of the project stays out of the image
  --app FILE      the app, compiled; without it docker takes the server that ships
  --out DIR       where to write; the working directory by default
  --name NAME     the server's name in the registry, instead of "mcpName" in package.json
  --remote URL    an address where the server runs already, for the registry; repeatable
  --http PORT     serve HTTP in the image instead of stdio
  --no-check      don't start the bundle before it is written
  --force         replace files that exist`;

const OPTIONS = {
  app: { type: 'string' },
  config: { type: 'string' },
  out: { type: 'string' },
  name: { type: 'string' },
  remote: { type: 'string', multiple: true },
  http: { type: 'string' },
  'no-check': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

// What each of them is for next.
const NEXT: Readonly<Record<Exclude<PackKind, 'docker'>, string>> = {
  bundle: 'Start the bundle with node. It needs nothing beside it.',
  mcpb: 'Open the .mcpb file with Claude Desktop, or attach it to a release.',
  registry: "Publish the package to npm, then run 'mcp-publisher publish' beside server.json.",
};

/** Packs an app for those who install it: as one file, as a bundle for clients, for the registry, as an image. */
export const command: Command = {
  name: 'pack',
  appUse: 'judges',
  usage: USAGE,
  async run(args, io) {
    const { values, positionals } = parseCommandLine({ args, allowPositionals: true, options: OPTIONS });
    const kinds = kindsIn(positionals);
    refuseUseless(values, kinds);
    const { packApp } = await import('../pack/pack-app.js');
    const written = await packApp({ ...values, kinds, check: !values['no-check'] }, io);
    report(written, kinds, values, io);
    return 0;
  },
};

function kindsIn(words: readonly string[]): PackKind[] {
  const unknown = words.find((word) => !PACK_KINDS.some((kind) => kind === word));
  if (unknown !== undefined || !words.length)
    throw new UsageError(
      `${unknown === undefined ? 'what' : `'${unknown}'`}? Write one or more of ${PACK_KINDS.join(', ')}`,
    );
  return PACK_KINDS.filter((kind) => words.includes(kind));
}

type Values = ReturnType<typeof parseCommandLine<{ options: typeof OPTIONS }>>['values'];

function refuseUseless(values: Values, kinds: readonly PackKind[]): void {
  const only: readonly (readonly [keyof Values, readonly PackKind[]])[] = [
    ['name', ['registry']],
    ['remote', ['registry']],
    ['http', ['docker']],
    ['no-check', ['bundle', 'mcpb']],
  ];
  for (const [option, fits] of only)
    if (values[option] && !fits.some((kind) => kinds.includes(kind)))
      throw new UsageError(`--${option}: only goes with ${fits.join(' and ')}`);
  if (values.http !== undefined && !/^[1-9]\d{0,4}$/.test(values.http))
    throw new UsageError(`--http: '${values.http}' is not a port`);
  for (const url of values.remote ?? [])
    if (!/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new UsageError(`--remote: '${url}' is not an address; write it as https://HOST/mcp`);
}

function report(
  written: readonly Written[],
  kinds: readonly PackKind[],
  { json, out }: Values,
  io: Io,
): void {
  if (json) return io.stdout(`${JSON.stringify({ written })}\n`);
  io.stdout(
    columns(
      written.map(({ file, bytes }) => [file, sizeOf(bytes)] as const),
      io,
    ),
  );
  const steps = kinds.map((kind) => (kind === 'docker' ? dockerStep(out, io) : NEXT[kind]));
  io.stdout(`\n${steps.join('\n')}\n`);
}

// An image is built from the project, wherever its Dockerfile is.
function dockerStep(out = '.', { cwd }: Io): string {
  const file = join(relative(cwd, resolve(cwd, out)), 'Dockerfile');
  return `Build the image with: docker build -t NAME ${file === 'Dockerfile' ? '' : `-f ${file} `}.`;
}

function sizeOf(bytes: number): string {
  return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
}
