import { promises as fs, type promises } from 'node:fs';

type Step = 'open' | 'write' | 'sync' | 'utimes' | 'stat' | 'rename' | 'link' | 'mkdir' | 'rm' | 'realpath';
type Call = (...args: never[]) => Promise<unknown>;

/** Every step that writing a file takes, in order, and the one that has to fail. */
export interface FailingWrites {
  readonly steps: readonly Step[];
  /** Makes the nth step from now on fail with a code; a negative number none. */
  fail(nth: number, code: string): void;
  restore(): void;
}

/** Counts what is asked of the file system in one directory, and lets one step of it fail as a full or broken disk would. */
export async function failingWrites(directory: string): Promise<FailingWrites> {
  const steps: Step[] = [];
  let nth = -1;
  let code = 'ENOSPC';
  const undo: (() => void)[] = [];
  const step = (name: Step): void => {
    steps.push(name);
    if (nth === steps.length - 1)
      throw Object.assign(new Error(`${code}: injected, ${name}`), { code, syscall: name });
  };
  const wrap = (
    target: object,
    name: string,
    as: Step,
    applies: (args: readonly unknown[]) => boolean,
  ): void => {
    const methods = target as Record<string, Call>;
    const real = methods[name]!;
    methods[name] = async function (this: unknown, ...args: never[]) {
      if (applies(args)) step(as);
      return real.apply(this, args);
    };
    undo.push(() => (methods[name] = real));
  };
  const here = (args: readonly unknown[]): boolean =>
    args.some(
      (arg) =>
        typeof arg === 'string' && (arg.startsWith(directory) || /^\/proc\/(?:self|\d+)\/fd/.test(arg)),
    );
  const names = ['open', 'rename', 'link', 'mkdir', 'rm', 'realpath', 'stat'] as const;
  const handle: promises.FileHandle = await fs.open('/dev/null');
  const prototype = Object.getPrototypeOf(handle) as object;
  await handle.close();
  for (const name of names) wrap(fs, name, name, here);
  for (const [name, as] of [
    ['writeFile', 'write'],
    ['sync', 'sync'],
    ['utimes', 'utimes'],
    ['stat', 'stat'],
  ] as const)
    wrap(prototype, name, as, () => true);
  return {
    steps,
    fail(index, with_) {
      steps.length = 0;
      nth = index;
      code = with_;
    },
    restore: () => undo.forEach((each) => each()),
  };
}
