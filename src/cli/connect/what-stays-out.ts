import { relative } from 'node:path';
import { leftOutList, type UntrustedFile } from '../../app/workspace-trust';
import { configPath, type LoadedConfig } from '../../config';
import { readLayers } from '../../config/config-layers';
import { UsageError } from '../command';

/** Refuses to connect a server that would start without what its directory brings, rules that deny included. */
export function refuseLeftOut(leftOut: readonly UntrustedFile[], cwd: string): void {
  if (!leftOut.length) return;
  const config = leftOut.find(({ kind }) => kind === 'configuration');
  const name = config && `, name it with --config ${relative(cwd, config.file)}`;
  throw new UsageError(
    `the server would start without what this directory brings and nobody trusts: ${leftOutList(leftOut, cwd)}. ` +
      `Read it, then run 'toolwright trust' and this again${name ?? ''}, or leave it out with --leave-out`,
  );
}

/** Says what counts here and not in the entry, and what the entry makes of a file that was only trusted. */
export function notInEntry(loaded: LoadedConfig, leftOut: readonly UntrustedFile[]): string[] {
  const { request, sources } = loaded;
  const { file, name, required } = configPath(request);
  const variables = [...readLayers(request).origins.values()]
    .filter(({ source }) => source === 'environment')
    .flatMap((origin) => origin.name ?? []);
  return [
    ...(variables.length
      ? [
          `set here and not part of the entry: ${[...new Set(variables)].join(', ')}. ` +
            'Give what the server needs as options, or in the environment that the client starts it with',
        ]
      : []),
    ...(leftOut.length ? [`left out as you asked: ${leftOutList(leftOut, request.cwd)}`] : []),
    ...(sources.file !== undefined && !required
      ? [`the entry names ${name} (${file}): later versions of it count without being trusted again`]
      : []),
  ];
}
