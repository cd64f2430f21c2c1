import { readFile, realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { writeWholeFile } from '../../disk/write-file-safely';
import { edited, editsOfTexts } from '../../generate/text-edits';
import type { SourceEdit } from '../../generate/tool-sites';
import { withoutHiddenInSource } from '../../lint/hidden-characters';
import type { PlacedFinding } from '../../lint/finding';
import { verbOf, wordsOfName } from '../../lint/compared-words';
import { LISTING, type AppSources } from './place-findings';

/** Puts right what is safe to put right, each file in one step, and returns the findings with those marked. */
export async function fixFindings(
  findings: readonly PlacedFinding[],
  sources: AppSources,
  cwd: string,
): Promise<PlacedFinding[]> {
  const edits: SourceEdit[] = [];
  const fixed = new Set<PlacedFinding>();
  const hiding = new Map<string, SourceEdit[]>();
  for (const finding of findings) {
    const made =
      finding.rule === 'hidden-unicode' ? hidden(finding, sources, cwd, hiding) : hint(finding, sources);
    if (!made.length) continue;
    fixed.add(finding);
    for (const edit of made)
      if (!edits.some(({ file, from }) => file === edit.file && from === edit.from)) edits.push(edit);
  }
  for (const file of new Set(edits.map((edit) => edit.file)))
    await rewrite(
      file,
      edits.filter((edit) => edit.file === file),
      relative(cwd, file),
    );
  return findings.map((finding) => (fixed.has(finding) ? { ...finding, fixed: true } : finding));
}

async function rewrite(file: string, edits: readonly SourceEdit[], shown: string): Promise<void> {
  const text = edited(await readFile(file, 'utf8'), edits);
  await writeWholeFile(await realpath(file), Buffer.from(text), { shown, createDirectories: false });
}

// Only the cautious way: a hint that promises too much is taken back, none is given.
function hint({ rule, subject, source = '' }: PlacedFinding, { sites }: AppSources): SourceEdit[] {
  const site = sites.find(source);
  const change =
    rule === 'hint-contradiction' && verbOf(wordsOfName(subject.name))?.kind === 'reads'
      ? (['destructiveHint', false] as const)
      : HINTS[rule];
  const edit = site && change && sites.editOfHint(site, ...change);
  return edit ? [edit] : [];
}

const HINTS: Readonly<Record<string, readonly [string, boolean]>> = {
  'hint-read-only': ['readOnlyHint', false],
  'hint-not-destructive': ['destructiveHint', true],
};

function hidden(
  { file, source = '' }: PlacedFinding,
  { ts, files }: AppSources,
  cwd: string,
  known: Map<string, SourceEdit[]>,
): SourceEdit[] {
  if (source.endsWith(LISTING)) return [];
  const path = files.find((each) => file !== undefined && relative(cwd, each) === file);
  if (path === undefined) return [];
  let edits = known.get(path);
  if (!edits) known.set(path, (edits = editsOfTexts(ts, path, withoutHiddenInSource)));
  return edits;
}
