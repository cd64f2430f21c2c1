import type { World } from './world';

/**
 * Waits until a server runs. Node ends quietly, with 0, when only a promise is left that nothing will settle, such as one
 * that `services` returned; then this says so, and the exit code is 1.
 */
export async function servedOrSaid<T>(name: string, { stderr }: World, opening: Promise<T>): Promise<T> {
  const say = (): void => {
    stderr(
      `${name}: ended before it was served: a hook or a module waits for a promise that nothing settles any more\n`,
    );
    process.exitCode = 1;
  };
  process.once('beforeExit', say);
  return await opening.finally(() => process.off('beforeExit', say));
}
