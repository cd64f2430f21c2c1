import { each, ELSEWHERE, LINKS, LIST, NAMES, RUNS, type CommandRule } from './command-rule';

const WRITES: CommandRule = { operands: 'write' };

// Backups are named by a suffix, so that any file could be put in place of another.
const TARGET = ['t', '--target-directory'];
const COPIES: CommandRule = {
  operands: 'write',
  valued: TARGET,
  target: TARGET,
  refused: { S: NAMES, '--suffix': NAMES },
};

const PROTOCOLS = 'it would allow other protocols';
const COPIED_LINKS = ['--recursive', '--archive', '--no-dereference', '--symbolic-link', '--preserve'];

/** Programs that write, by name. */
export const WRITER_RULES: Readonly<Record<string, CommandRule>> = {
  tee: { ...WRITES, walks: false },
  touch: {
    ...WRITES,
    walks: false,
    valued: ['d', 'r', 't', '--date', '--reference', '--time'],
    text: ['d', 't', '--date', '--time'],
    reads: ['r', '--reference'],
  },
  mkdir: { ...WRITES, walks: false, valued: ['m', '--mode'], text: ['m', '--mode'] },
  ...each('rm rmdir unlink', WRITES),
  ...each('chmod chown chgrp', { ...WRITES, writesUnclear: true, refused: { L: LINKS } }),
  shred: { ...WRITES, valued: ['n', 's'], text: ['n', 's'] },
  truncate: {
    ...WRITES,
    valued: ['r', 's', '--reference', '--size'],
    text: ['s', '--size'],
    reads: ['r', '--reference'],
  },
  dd: { ...WRITES, named: ['of'] },
  ...each('unzip patch cpio pax ar bsdtar bsdcpio 7z 7za 7zr unrar', { ...WRITES, extracts: 'always' }),
  ...each('gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 unlz4 compress uncompress', {
    ...WRITES,
    strips: true,
    opensInside: ['r', 'm', '--recursive', '--output-dir-flat', '--output-dir-mirror'],
    refused: {
      N: NAMES,
      '--name': NAMES,
      S: NAMES,
      '--suffix': NAMES,
      '--filelist': LIST,
      '--files': LIST,
      '--files0': LIST,
    },
  }),
  csplit: { ...WRITES, makesNames: 'always', valued: ['f', 'b', 'n'] },
  split: { operands: 'write', makesNames: 'always', refused: { '--filter': RUNS } },
  install: {
    ...COPIES,
    valued: [...TARGET, 'g', 'm', 'o', '--group', '--mode', '--owner'],
    text: ['g', 'm', 'o', '--group', '--mode', '--owner'],
    refused: { ...COPIES.refused, '--strip-program': RUNS, s: RUNS, '--strip': RUNS },
  },
  cp: {
    ...COPIES,
    opensInside: 'always',
    refused: { ...COPIES.refused, L: LINKS, '--dereference': LINKS },
    movesLinks: ['r', 'R', 'a', 'd', 'P', 's', ...COPIED_LINKS],
    linksWith: ['s', '--symbolic-link'],
  },
  mv: { ...WRITES, valued: TARGET, refused: COPIES.refused!, movesLinks: 'always' },
  ln: {
    ...WRITES,
    valued: TARGET,
    refused: COPIES.refused!,
    movesLinks: 'always',
    linksWith: ['s', '--symbolic'],
  },
  rsync: {
    ...WRITES,
    refused: {
      e: RUNS,
      '--rsh': RUNS,
      '--rsync-path': RUNS,
      '--files-from': LIST,
      f: LIST,
      '--filter': LIST,
      M: RUNS,
      '--remote-option': RUNS,
      '--suffix': NAMES,
      '--daemon': RUNS,
      ...Object.fromEntries(
        [
          '--compare-dest',
          '--copy-dest',
          '--link-dest',
          '--backup-dir',
          '--partial-dir',
          '--temp-dir',
          'T',
        ].map((name) => [name, ELSEWHERE]),
      ),
      ...Object.fromEntries(
        ['L', 'k', 'K', '--copy-links', '--copy-dirlinks', '--copy-unsafe-links', '--keep-dirlinks'].map(
          (name) => [name, LINKS],
        ),
      ),
    },
    movesLinks: 'always',
  },
  scp: {
    ...WRITES,
    opensInside: 'always',
    refused: { S: RUNS, o: RUNS, F: RUNS, D: RUNS },
    refusedUnboxed: { r: LINKS },
  },
  zip: {
    ...WRITES,
    refused: { T: RUNS, TT: RUNS, '--test': RUNS, '--unzip-command': RUNS, '--names-stdin': LIST },
    refusedWords: { pattern: /^-[^-]*@|^@/, reason: LIST },
    refusedUnboxed: { r: LINKS, R: LINKS, '--recurse-paths': LINKS, '--recurse-patterns': LINKS },
  },
  curl: {
    ...WRITES,
    walks: false,
    writesUnclear: true,
    makesNames: ['O', 'J', '--remote-name', '--remote-name-all', '--remote-header-name'],
    // A `file:` URL can be encoded, or made up by curl's own globs, so that no path is seen in it.
    adds: ['--proto', '-file'],
    refused: {
      K: LIST,
      '--config': LIST,
      '--proto': PROTOCOLS,
      '--proto-redir': PROTOCOLS,
      '--next': PROTOCOLS,
    },
    refusedUnboxed: { '--output-dir': ELSEWHERE },
    refusedWords: {
      pattern: /^-[A-Za-z0-9#]*:[A-Za-z]*$|%output/,
      reason: 'it would allow other protocols or write other files',
    },
    // Such a format can name files to write, and here it is in a file itself.
    refusedPairs: { pattern: /^(-[A-Za-z0-9#]*w|--w[a-z-]*)[ =]?@/, reason: LIST },
  },
  wget: {
    ...WRITES,
    writesUnclear: true,
    makesNames: 'always',
    refused: {
      i: LIST,
      '--input-file': LIST,
      e: RUNS,
      '--execute': RUNS,
      '--use-askpass': RUNS,
      '--config': LIST,
    },
    refusedUnboxed: Object.fromEntries(
      ['r', 'm', 'p', 'x', '--recursive', '--mirror', '--page-requisites', '--force-directories'].map(
        (name) => [name, NAMES],
      ),
    ),
  },
  tar: {
    operands: 'write',
    bundledFirst: true,
    extracts: ['x', '--extract', '--get'],
    refusedWords: {
      pattern: /^-(?!-)[^fCXgKNVbHL]*[fCXgKNVbHL]./,
      reason: 'write the value of an option as a separate word',
    },
    refusedUnboxed: { C: ELSEWHERE, '--directory': ELSEWHERE },
    refused: {
      I: RUNS,
      F: RUNS,
      T: LIST,
      '--files-from': LIST,
      '--to-command': RUNS,
      '--checkpoint-action': RUNS,
      '--use-compress-program': RUNS,
      '--rsh-command': RUNS,
      '--rmt-command': RUNS,
      '--info-script': RUNS,
      '--new-volume-script': RUNS,
      h: LINKS,
      '--dereference': LINKS,
      P: LINKS,
      '--absolute-names': LINKS,
    },
  },
  git: {
    operands: 'write',
    walks: false,
    writesUnclear: true,
    refusedInFront: { c: RUNS, '--config-env': RUNS, '--exec-path': RUNS },
    refused: {
      '--upload-pack': RUNS,
      '--receive-pack': RUNS,
      '--ext-diff': RUNS,
      '--open-files-in-pager': RUNS,
    },
  },
};
