import { createRequire } from 'node:module';
import type { BuildMessage, BuildRequest } from '../../dev/build-messages';
import { compileProject } from '../../dev/compile-project';
import { notesOnSources } from './notes-on-sources';

// The process that compiles a project for `toolwright dev`, or, where its `tsc` does that, only reads the sources after each build: the
// one that clients are connected to stays free for them.
process.on('disconnect', () => process.exit());
process.once('message', ({ typescript, ...request }: BuildRequest & { typescript?: string }) => {
  const tell = (message: BuildMessage): void => void process.send?.(message);
  if (typescript !== undefined) {
    const ts = createRequire(typescript)(typescript) as typeof import('typescript');
    process.on('message', compileProject(ts, request, tell));
    return;
  }
  const look = (): void => tell({ kind: 'noted', notes: notesOnSources(request) });
  process.on('message', look);
  look();
});
