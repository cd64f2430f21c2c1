import { createRequire } from 'node:module';
import type { BuildMessage, BuildRequest } from '../../dev/build-messages';
import { compileProject } from '../../dev/compile-project';

// The process that compiles a project for `toolwright dev`: the one that clients are connected to stays free for them.
process.on('disconnect', () => process.exit());
process.once('message', ({ typescript, ...request }: BuildRequest & { typescript: string }) => {
  const ts = createRequire(typescript)(typescript) as typeof import('typescript');
  compileProject(ts, request, (message: BuildMessage) => process.send?.(message));
});
