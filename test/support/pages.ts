import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  /** What follows the language in the fence: `file=NAME`, `fragment`, `not run: REASON`, … */
  readonly info: string;
  readonly text: string;
}

/** Reads a file of the repository. */
export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The pages under docs/, in their folders too. */
export const docsPages = (): string[] =>
  readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .sort();

/** Every page that ships or that authors of built-in tools read. */
export const allPages = (): string[] => [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  'templates/app/README.md',
  'templates/app/AGENTS.md',
  'src/tools/README.md',
  'src/prompts/README.md',
  ...docsPages(),
];

/** The fenced blocks of a page, without the indentation they share with their fence. */
export function blocksOf(page: string, text = readPage(page)): Block[] {
  return [...text.matchAll(/^( *)(```+)([^\n`]*)\n([^]*?)^ *\2$/gm)].map((found) => {
    const [, indent = '', , fence = '', body = ''] = found;
    const [language = '', ...info] = fence.trim().split(' ');
    return {
      page,
      line: text.slice(0, found.index).split('\n').length,
      language,
      info: info.join(' '),
      text: body.replace(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}

/** The file that a block is, if its fence says so. */
export const fileOf = ({ info }: Block): string | undefined => /(?:^| )file=(\S+)/.exec(info)?.[1];

/** Why a block isn't run, if its fence says so. */
export const notRun = ({ info }: Block): string | undefined => /(?:^| )not run: (.+)/.exec(info)?.[1];

/** The anchors of a page, as GitHub makes them from its headings. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = withoutBlocks(text).matchAll(/^#{1,6} +(.+?) *#*$/gm);
  return new Set(
    [...headings].map(([, heading = '']) => {
      const slug = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-');
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times ? `${slug}-${times}` : slug;
    }),
  );
}

/** The links of a page to other files and to its own headings. */
export function linksOf(page: string, text = readPage(page)): { file: string; anchor: string }[] {
  const links = withoutBlocks(text)
    .replace(/`[^`\n]*`/g, '')
    .matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?[^)]*\)/g);
  return [...links].map(([, path = '', anchor = '']) => ({
    file: path === '' ? page : join(dirname(page), path),
    anchor,
  }));
}

const withoutBlocks = (text: string): string => text.replace(/^( *)(```+)[^\n`]*\n[^]*?^ *\2$/gm, '');
