import type { OpenApp } from '../app/open-loaded-app';

/** What runs once an app is open but for its `start`; what it throws keeps the app from starting. */
export type BeforeStart = (open: OpenApp) => Promise<void>;

/** Takes a refusal past everybody who explains why an app can't be opened. */
class RefusedBefore extends Error {
  override readonly name = 'RefusedBefore';

  constructor(readonly refusal: unknown) {
    super();
  }
}

/** Opens an app after a command line was judged by what the app offers, so that a wrong one runs none of the author's hooks. */
export async function judgingFirst<T>(
  judge: BeforeStart,
  open: (beforeStart: BeforeStart) => Promise<T>,
): Promise<T> {
  try {
    return await open(async (app) => {
      try {
        await judge(app);
      } catch (error) {
        throw new RefusedBefore(error);
      }
    });
  } catch (error) {
    throw error instanceof RefusedBefore ? error.refusal : error;
  }
}
