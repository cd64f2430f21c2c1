import type { TrustVerdict } from '../trust/trust-store';
import type { ConfigProblem } from './config-problem';
import { configPath, type ConfigRequest } from './config-request';

/** Judges the text of a configuration file: one that the operator named is trusted, one that was found needs trust. */
export async function verdictOn(request: ConfigRequest, text: string): Promise<TrustVerdict> {
  const { file, required } = configPath(request);
  if (required) return 'trusted';
  const { TrustStore } = await import('../trust/trust-store.js');
  return TrustStore.of(request.env).judge(file, text);
}

/** The problem of a found file that the operator did not trust as it is now. */
export function notTrusted(request: ConfigRequest, verdict: Exclude<TrustVerdict, 'trusted'>): ConfigProblem {
  const { name } = configPath(request);
  const why = verdict === 'changed' ? 'has changed since it was trusted' : 'is not trusted';
  return {
    origin: { source: 'file', file: name },
    path: '',
    message: `the file ${why}`,
    cure: `Read it, then run 'toolwright trust ${request.cwd}', or start with --config ${name}.`,
  };
}
