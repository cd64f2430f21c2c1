import { extname } from 'node:path';
import type { OwnOptions } from '../../config';
import { resourceCount } from '../../inspect/count-resources';
import { readCatalogue } from '../../inspect/catalogue';
import { isCatalogueText } from '../../inspect/catalogue-mark';
import { howMany } from '../../base/how-many';
import { UsageError, type Command } from '../command';
import { openSubject } from '../inspect/open-subject';
import { exitCodeOfList } from '../listing-mistakes';
import { refuseExtra } from '../refuse-extra';
import { FORCE, writeOut } from '../write-out';

const OWN = {
  out: { type: 'string' },
  ...FORCE,
  markdown: { type: 'boolean' },
  server: { type: 'string' },
  url: { type: 'string' },
  header: { type: 'string', multiple: true },
} as const satisfies OwnOptions;

const USAGE = `toolwright docs [--out FILE] [--force] [--markdown] [--server "COMMAND …" | --url URL [--header "NAME: VALUE"]…] [serve options]

  Writes what an app or a server offers as one page without scripts: every tool with its arguments, hints, examples and
  cost, every prompt and every resource. Exits with 1 if a class has a mistake, which keeps it off the page.

  --out FILE  the file to write; printed by default
  --force     replace a file that this command didn't write
  --markdown  as markdown; also chosen by a file that ends in .md or .markdown`;

// Endings that choose a format.
const KNOWN_ENDINGS = { page: ['.html', '.htm'], markdown: ['.md', '.markdown'] };
// What a file is that may be replaced.
const KIND = "a page that 'toolwright docs' wrote";

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
      const out = typeof options['out'] === 'string' ? options['out'] : '-';
      const asMarkdown = options['markdown'] === true || isMarkdown(out);
      const catalogue = await readCatalogue(subject);
      const text = await written(catalogue, asMarkdown);
      const { tools, prompts, resources } = catalogue;
      const counts = [
        howMany(tools.length, 'tool'),
        howMany(prompts.length, 'prompt'),
        resourceCount(resources),
      ];
      const file = { out, force: options['force'] === true, kind: KIND, isOwn: isCatalogueText };
      await writeOut({ ...file, text, report: counts.join(', ') }, io);
      return exitCodeOfList(subject.peer, 'docs', io);
    } finally {
      await subject.close();
    }
  },
};

function isMarkdown(out: string): boolean {
  const ending = extname(out).toLowerCase();
  const { page, markdown } = KNOWN_ENDINGS;
  if (ending === '' || page.includes(ending)) return false;
  if (markdown.includes(ending)) return true;
  throw new UsageError(
    `--out: ${out} is neither a page (${page.join(', ')}) nor markdown (${markdown.join(', ')})`,
  );
}

async function written(
  catalogue: Awaited<ReturnType<typeof readCatalogue>>,
  asMarkdown: boolean,
): Promise<string> {
  if (asMarkdown) return (await import('../../inspect/catalogue-markdown.js')).catalogueMarkdown(catalogue);
  return (await import('../../inspect/catalogue-html.js')).catalogueHtml(catalogue);
}
