import { each, LINKS, LIST, NAMES, RUNS, type CommandRule } from './command-rule';

const WRITES: CommandRule = { operands: 'write' };

// Backups are named by a suffix, so that any file could be put in place of another.
const TARGET = ['t', '--target-directory'];
const COPIES: CommandRule = {
  operands: 'write',
  valued: TARGET,
  target: TARGET,
  refused: { S: NAMES, '--suffix': NAMES },
};

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
  ...each('chmod chown chgrp', { ...WRITES, writesUnclear: true }),
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
    refused: { N: NAMES, '--name': NAMES, S: NAMES, '--suffix': NAMES, '--filelist': LIST },
  }),
  csplit: { ...WRITES, makesNames: 'always', valued: ['f', 'b', 'n'] },
  split: { operands: 'write', makesNames: 'always', refused: { '--filter': RUNS } },
  install: {
    ...COPIES,
    valued: [...TARGET, 'g', 'm', 'o', '--group', '--mode', '--owner'],
    text: ['g', 'm', 'o', '--group', '--mode', '--owner'],
    refused: { ...COPIES.refused, '--strip-program': RUNS, s: RUNS, '--strip': RUNS },
  },
  cp: { ...COPIES, refused: { ...COPIES.refused, L: LINKS, '--dereference': LINKS } },
  ...each('mv ln', { ...WRITES, valued: TARGET, refused: COPIES.refused! }),
  rsync: {
    ...WRITES,
    refused: {
      e: RUNS,
      '--rsh': RUNS,
      '--rsync-path': RUNS,
      '--files-from': LIST,
      L: LINKS,
      '--copy-links': LINKS,
    },
  },
  scp: { ...WRITES, refused: { S: RUNS, o: RUNS, F: RUNS } },
  curl: {
    ...WRITES,
    walks: false,
    writesUnclear: true,
    makesNames: ['O', 'J', '--remote-name', '--remote-name-all', '--remote-header-name'],
    refused: { K: LIST, '--config': LIST },
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
  },
  tar: {
    operands: 'write',
    bundledFirst: true,
    extracts: ['x', '--extract', '--get'],
    refusedWords: {
      pattern: /^-(?!-)[^fCXgKNVbHL]*[fCXgKNVbHL]./,
      reason: 'write the value of an option as a separate word',
    },
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
