import type { SandboxPlan } from '../process/bubblewrap';
import type { ProcessExit } from '../process/process-exit';

/** The sandbox in which a program failed. */
export interface FailedIn {
  /** The name of its rules. */
  readonly tool: string;
  readonly sandbox: SandboxPlan;
  readonly mode: 'auto' | 'required' | 'off';
}

const OFFLINE =
  /resolve host|name resolution|EAI_AGAIN|ENOTFOUND|network is unreachable|could not connect|dns error/i;
const NOT_WRITABLE = /read-only file system|EROFS/i;
const NOT_THERE =
  /no such file|ENOENT|not found|cannot find|does not exist|not a git repository|permission denied|EACCES|docker\.sock|publickey|could not read (?:username|password)/i;

/** Returns what the operator can change if a program seems to have failed because of the sandbox. */
export function sandboxCure(outcome: ProcessExit, { tool, sandbox, mode }: FailedIn): string | undefined {
  if (outcome.state !== 'failed' && outcome.state !== 'spawn_error') return undefined;
  const said = `${outcome.error ?? ''}\n${outcome.stderr}\n${outcome.stdout}`;
  const cures = [
    ...(!sandbox.network && OFFLINE.test(said) ? ['allow the network (sandbox: { network: true })'] : []),
    ...(NOT_WRITABLE.test(said) ? ['make what it writes writable (sandbox: { writable: [PATH] })'] : []),
    ...(NOT_THERE.test(said) ? ['show what it misses (sandbox: { readable: [PATH] })'] : []),
  ];
  if (!cures.length) return undefined;
  if (mode === 'auto') cures.push(`run it outside (tools: { ${tool}: { sandbox: false } })`);
  return (
    'It ran in the sandbox, where only the allowed paths can be written, and of the home only installed toolchains ' +
    `can be seen. If that is why it failed, the operator can ${cures.join(', or ')}.`
  );
}
