import type { CallerRoots } from '../../../src/base/caller-roots';
import { DistantSession } from '../../../src/serve/distant-session';

test('the roots of a grant keep the rule that set them in the process that runs an operation', async () => {
  const rootsSetBy = { rule: 'http.principals.ada.roots: /srv/ada', where: 'toolwright.yaml:6:21' };
  const grant = { tools: [], roots: ['/srv/ada'], rootsSetBy };
  const session = new DistantSession(
    { session: 'ada', capabilities: {}, grant },
    {} as never,
    () => undefined,
  );
  const roots: CallerRoots = await session.roots!();
  expect([[...roots], roots.setBy]).toEqual([['/srv/ada'], rootsSetBy]);
});
