import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { attackLines } from '../support/attack-lines';
import { needs } from '../support/needs';
import { CANARY } from '../support/policy-playground';
import { installedPrograms } from '../support/program-options';
import { ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// Every program × the options in its own help × paths that lead out, given to the built server: with and without the sandbox,
// as root and as another user. Nothing outside may be seen or changed, no steering file written, no program of the root run.
// More lines: MATRIX_LINES=20000; the same ones again: MATRIX_SEED=n.
const LINES = Number(process.env['MATRIX_LINES'] ?? 150);
const SEED = Number(process.env['MATRIX_SEED'] ?? Date.now() % 1_000_000);
const BATCH = 50;
const RAN = ['RAN-A', 'SCRIPT-OF-THE-ROOT'];
const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

// A root full of traps beside a canary.
class Arena {
  readonly base = temporaryDirectory('tw-matrix');
  readonly root = join(this.base, 'root');
  readonly outside = join(this.base, 'outside');
  readonly canary = join(this.outside, 'canary.txt');

  constructor(private readonly mode: string) {
    chmodSync(dirname(this.base), 0o755);
    this.build();
  }

  get targets() {
    const { canary, outside } = this;
    const reads = [
      '../outside/canary.txt',
      canary,
      'link-out',
      'dir-out/canary.txt',
      'dir-out',
      '../outside',
      outside,
    ];
    return {
      reads: [
        ...reads,
        '..',
        '-l',
        'list.txt',
        'list0.txt',
        '@list.txt',
        './script.sh',
        'trap-a',
        'sub/deep/up',
        'sums.txt',
      ],
      writes: [
        'toolwright.yaml',
        '../outside/new',
        'dir-out/new',
        'dangling',
        '.toolwright/tools/new.json',
        'tool_guidance.json',
      ],
    };
  }

  /** Puts everything back as it was. */
  build(): void {
    for (const place of [this.root, this.outside]) rmSync(place, { recursive: true, force: true });
    for (const place of [
      'root/sub/deep',
      'root/trap-a',
      'root/trap-b',
      'root/build',
      'root/http:',
      'outside',
      'tmp',
    ])
      mkdirSync(join(this.base, place), { recursive: true });
    const files: Record<string, string> = {
      'a.txt': 'alpha\nbeta\n',
      'sub/b.txt': 'gamma\n',
      'trap-b/file': 'other\n',
      'list.txt': `${this.canary}\n`,
      'list0.txt': `${this.canary}\0`,
      'sums.txt': `${createHash('sha256').update(CANARY).digest('hex')}  ${this.canary}\n`,
      'script.sh': `#!/bin/sh\nprintf %s-%s ${RAN.join(' ')}\ncat ${this.canary}\necho x > ${this.outside}/ran\n`,
      'toolwright.yaml': this.config,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.root, name), text);
    writeFileSync(this.canary, CANARY);
    const links = {
      'link-out': this.canary,
      '-l': this.canary,
      'dir-out': this.outside,
      'sub/deep/up': '../../..',
    };
    for (const [name, to] of Object.entries({
      ...links,
      'trap-a/file': this.canary,
      'trap-a/a.txt': this.canary,
      'trap-a/xaa': `${this.outside}/made`,
      'trap-b/b.txt': '../toolwright.yaml',
      dangling: `${this.outside}/new`,
    }))
      symlinkSync(to, join(this.root, name));
    spawnSync('chmod', ['-R', 'a+rwX', this.base]);
    chmodSync(join(this.root, 'script.sh'), 0o755);
  }

  private get config(): string {
    const rules = 'allowed_commands: [], denied_commands: [rm], timeout: 1';
    return `prefix: ""\nsandbox: ${this.mode}\npacks: [system]\ntools: { execute_command: { ${rules} } }\n`;
  }

  async serve(through: readonly string[]): Promise<ServerProcess> {
    const server = new ServerProcess(['--config', join(this.root, 'toolwright.yaml'), '--root', this.root], {
      cwd: this.root,
      env: { HOME: join(this.base, 'tmp'), TMPDIR: join(this.base, 'tmp'), MCP_TOOL_PREFIX: '' },
      through,
    });
    await server.initialize();
    return server;
  }

  /** Returns what was changed that nobody may change. */
  changes(): string[] {
    const found = readdirSync(this.outside).filter((name) => name !== 'canary.txt');
    const same = existsSync(this.canary) && readFileSync(this.canary, 'utf8') === CANARY;
    const config = join(this.root, 'toolwright.yaml');
    const steady = existsSync(config) && readFileSync(config, 'utf8') === this.config;
    const made = ['.toolwright', 'tool_guidance.json'].filter((name) => exists(join(this.root, name)));
    return [...found, ...made, ...(same ? [] : ['canary.txt']), ...(steady ? [] : ['toolwright.yaml'])];
  }
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
const digest = (name: string) => createHash(name).update(CANARY).digest('hex');
const SECRETS = [
  CANARY,
  RAN.join('-'),
  'canary.txt: OK',
  Buffer.from(CANARY).toString('base64').slice(0, 36),
  [...CANARY].reverse().join(''),
  ...['md5', 'sha1', 'sha512'].map(digest),
];

const isRoot = process.getuid?.() === 0;
const PEOPLE: [string, readonly string[]][] = [
  ['the user of this process', []],
  ...(isRoot ? [['nobody', NOBODY] as [string, string[]]] : []),
];
if (!isRoot)
  process.stderr.write('the command matrix runs as this user only: changing the user takes root\n');
const programs = installedPrograms();

describe.each(PEOPLE)('as %s', (_, through) => {
  describe.each(['off', 'required'])('under sandbox: %s', (mode) => {
    const possibly = mode === 'off' ? test : needs('bubblewrap').test;
    possibly(
      'no line of the matrix shows or changes what it may not',
      async () => {
        const arena = new Arena(mode);
        const lines = [
          ...new Set(fc.sample(attackLines(programs, arena.targets), { numRuns: LINES, seed: SEED })),
        ];
        const server = await arena.serve(through);
        const found: string[] = [];
        let ran = 0;
        const attempt = async (line: string): Promise<boolean> => {
          const { result } = await server.call('execute_command', { command: line });
          const text = JSON.stringify(result);
          const secret = SECRETS.find((one) => text.includes(one));
          if (secret !== undefined) found.push(`${line}: ${text.slice(0, 400)}`);
          return text.includes('exit_code');
        };
        for (let at = 0; at < lines.length; at += BATCH) {
          const batch = lines.slice(at, at + BATCH);
          const done = await Promise.all(batch.map(attempt));
          const allowed = batch.filter((_line, index) => done[index]);
          ran += allowed.length;
          if (arena.changes().length)
            found.push(`changed ${arena.changes().join(', ')}: one of\n  ${allowed.join('\n  ')}`);
          arena.build();
        }
        await server.end();
        expect({ seed: SEED, found }).toEqual({ seed: SEED, found: [] });
        expect(ran).toBeGreaterThan(lines.length / 50);
        process.stderr.write(`${mode}: ${ran} of ${lines.length} lines ran\n`);
      },
      3_600_000,
    );
  });
});
