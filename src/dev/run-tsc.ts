import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import type { BuildMessage, BuildRequest } from './build-messages';

const MOST_PROBLEMS = 20;
const BEGINS = /- (?:File change detected\. )?Starting (?:incremental )?compilation/;
const ENDS = /Found (\d+) errors?\. Watching for file changes/;
const EMITTED = /^TSFILE: +(.*)$/;
const PROBLEM = /error TS\d+:/;

/**
 * Compiles a project whenever one of its files is saved, by its `tsc --watch`: for compilers without an interface for
 * programs, such as TypeScript 7. Returns a function that stops it; `end` ends a process and those that it has started.
 */
export function runTsc(
  tsc: string,
  { tsconfig, source }: BuildRequest,
  tell: (message: BuildMessage) => void,
  end: (pid: number) => void,
): () => void {
  const options = [
    '--watch',
    '--preserveWatchOutput',
    '--noEmitOnError',
    '--listEmittedFiles',
    '--pretty',
    'false',
  ];
  const child = spawn(process.execPath, [tsc, '-p', tsconfig, ...options], {
    cwd: dirname(tsconfig),
    stdio: ['pipe', 'pipe', 'pipe'],
    // It is a script that starts the compiler, and both have to end.
    detached: process.platform !== 'win32',
  });
  const stop = (): void => {
    process.off('exit', stop);
    if (child.pid !== undefined) end(child.pid);
  };
  process.on('exit', stop);
  const reading = new TscOutput(source, dirname(tsconfig), tell);
  linesOf(child, (line) => reading.take(line));
  child.on('close', (code) =>
    tell({ kind: 'impossible', text: `the compiler ended with exit code ${code}` }),
  );
  return stop;
}

function linesOf(child: ChildProcess, take: (line: string) => void): void {
  for (const stream of [child.stdout!, child.stderr!]) {
    let rest = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop()!;
      lines.forEach(take);
    });
  }
}

/** Reads what `tsc --watch` prints, line by line. */
export class TscOutput {
  private problems: string[] = [];
  private entry: string | undefined;
  private hasWritten = false;

  constructor(
    private readonly source: string,
    private readonly directory: string,
    private readonly tell: (message: BuildMessage) => void,
  ) {}

  take(line: string): void {
    const emitted = EMITTED.exec(line)?.[1];
    if (emitted !== undefined) this.emitted(resolve(this.directory, emitted));
    else if (ENDS.test(line)) this.end(Number(ENDS.exec(line)![1]));
    else if (BEGINS.test(line)) {
      this.problems = [];
      this.hasWritten = false;
      this.tell({ kind: 'changed' });
    } else if (PROBLEM.test(line) || (this.problems.length && /^\s+\S/.test(line))) this.problems.push(line);
  }

  private end(count: number): void {
    const { problems, entry } = this;
    if (count) {
      const shown = problems.slice(0, MOST_PROBLEMS);
      return this.tell({ kind: 'refused', problems: shown, ...(entry !== undefined && { entry }) });
    }
    // It also looks again after what it has written itself.
    if (entry !== undefined)
      return this.tell(this.hasWritten ? { kind: 'built', entry } : { kind: 'unchanged' });
    const text = `${this.source} is not part of the project, or its compiler writes no files`;
    this.tell({ kind: 'refused', problems: [text] });
  }

  // The output has the same end of its path as the source: src/app.ts becomes dist/src/app.js or dist/app.js.
  private emitted(file: string): void {
    if (!/\.[cm]?js$/.test(file)) return;
    this.hasWritten = true;
    const known = this.entry === undefined ? 0 : sameEnd(this.entry, this.source);
    if (sameEnd(file, this.source) > known) this.entry = file;
  }
}

// How many parts of two paths are the same, from the end; extensions don't count.
function sameEnd(output: string, source: string): number {
  const [one, other] = [output, source].map((path) =>
    path
      .replace(/\.([cm]?)[jt]sx?$/, '.$1')
      .split(/[\\/]/)
      .reverse(),
  );
  const differs = one!.findIndex((part, at) => part !== other![at]);
  return differs < 0 ? one!.length : differs;
}
