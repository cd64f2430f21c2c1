import { spawnSync } from 'node:child_process';

/** A program of this machine with the options that its own help names. */
export interface ProgramOptions {
  readonly name: string;
  /** Letters of short options. */
  readonly letters: readonly string[];
  /** Long options, with both dashes. */
  readonly long: readonly string[];
}

// Programs that read, write, copy, pack, compare or run; none that changes the machine itself.
const PROGRAMS = (
  '[ ar awk b2sum base32 base64 basenc bash bunzip2 bzcat bzip2 cat chgrp chmod chown cksum cmp column comm cp csplit curl cut date dd df diff ' +
  'diff3 dir dircolors du echo egrep env expand expr factor fgrep file find fmt fold git grep gunzip gzip head hexdump iconv install join jq link ln ' +
  'look ls lzcat m4 md5sum mkdir mkfifo mktemp mv nice nl nm nohup numfmt objdump od openssl paste patch pathchk pr printf ptx readelf readlink ' +
  'realpath rev rgrep rmdir rsync scp sdiff sed sh sha1sum sha224sum sha256sum sha512sum shasum shred shuf size sort split stat stdbuf strings sum tac tail ' +
  'tar tee test timeout touch tr tree truncate tsort uniq unlink unxz unzip vdir wc wget which xargs xz xzcat xzgrep xxd zcat zcmp zdiff zgrep zip ' +
  'zipgrep zstd zstdcat rg fd fdfind lz4 lz4cat compress uncompress sdiff xzdiff bzdiff colordiff wdiff dc bc sponge combine'
).split(' ');

/** Returns the programs that are installed here, each with the options in its help. */
export function installedPrograms(): ProgramOptions[] {
  return PROGRAMS.flatMap((name) => {
    // xz and its relatives keep the options that matter for this.
    const ask = /^(un)?xz|^lz/.test(name) ? '--long-help' : '--help';
    const { stdout, stderr, error } = spawnSync(name, [ask], {
      encoding: 'utf8',
      timeout: 5_000,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C' },
    });
    if (error && (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    const help = `${stdout}\n${stderr}`;
    const long = new Set(help.match(/(?<=[\s,[|])--[a-z][a-z0-9-]*/g) ?? []);
    const letters = new Set(help.match(/(?<=[\s,[|]-)[A-Za-z0-9](?=[\s,=[|\]<])/g) ?? []);
    for (const stops of ['--help', '--version']) long.delete(stops);
    return [{ name, letters: [...letters], long: [...long] }];
  });
}
