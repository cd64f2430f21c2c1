import { servingOnStdio } from '../app/serving-on-stdio';
import { thrownPlace } from '../base/thrown-by-author';
import { AuthorError } from '../errors';

/**
 * Refuses to test where a module that was imported serves on stdio, which would take stdin and stdout of the test's runner and never end.
 * They are given back, so that the runner can report it and end.
 */
export function refuseWhileServing(): void {
  const serving = servingOnStdio();
  if (!serving) return;
  serving.stop();
  throw new AuthorError(
    thrownPlace(serving.asked) ?? 'testClient',
    'serves on stdio as soon as it is imported, and so takes stdin and stdout of this test.',
    'Keep the app in a module of its own, which tests import, and call `serveStdio` in another (docs/testing.md).',
  );
}
