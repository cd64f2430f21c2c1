import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OwnOptions } from '../../config';
import { resourceCount } from '../../inspect/count-resources';
import { readCatalogue } from '../../inspect/catalogue';
import { howMany } from '../../base/how-many';
import { UsageError, type Command } from '../command';
import { openSubject } from '../inspect/open-subject';
import { exitCodeOfList } from '../listing-mistakes';
import { refuseExtra } from '../refuse-extra';

const OWN = {
  out: { type: 'string' },
  markdown: { type: 'boolean' },
  server: { type: 'string' },
  url: { type: 'string' },
  header: { type: 'string', multiple: true },
} as const satisfies OwnOptions;

const USAGE = `toolwright docs [--out FILE] [--markdown] [--server "COMMAND …" | --url URL [--header "NAME: VALUE"]…] [serve options]

  Writes what an app or a server offers as one page without scripts: every tool with its arguments, hints, examples and
  cost, every prompt and every resource. Exits with 1 if a class has a mistake, which keeps its tool off the page.

  --out FILE  the file to write; printed by default
  --markdown  as markdown; also chosen by a file that ends in .md`;

/** Writes the catalogue of an app or of another server as a page or as markdown. */
export const command: Command = {
  name: 'docs',
  appUse: 'judges',
  usage: USAGE,
  async run(args, io) {
    const quiet = { log: () => undefined, changed: () => undefined };
    const { subject, options, positionals } = await openSubject(args, io, OWN, quiet);
    try {
      refuseExtra(positionals, 0);
      const out = typeof options['out'] === 'string' ? options['out'] : undefined;
      const catalogue = await readCatalogue(subject);
      const text = await written(catalogue, options['markdown'] === true || /\.md$/i.test(out ?? ''));
      if (out === undefined) io.stdout(text);
      else {
        write(resolve(io.cwd, out), text);
        const { tools, prompts, resources } = catalogue;
        const counts = [
          howMany(tools.length, 'tool'),
          howMany(prompts.length, 'prompt'),
          resourceCount(resources),
        ];
        io.stdout(`${out}: ${counts.join(', ')}\n`);
      }
      return exitCodeOfList(subject.peer, 'docs', io);
    } finally {
      await subject.close();
    }
  },
};

async function written(
  catalogue: Awaited<ReturnType<typeof readCatalogue>>,
  asMarkdown: boolean,
): Promise<string> {
  if (asMarkdown) return (await import('../../inspect/catalogue-markdown.js')).catalogueMarkdown(catalogue);
  return (await import('../../inspect/catalogue-html.js')).catalogueHtml(catalogue);
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`--out: ${(error as Error).message}`);
  }
}
