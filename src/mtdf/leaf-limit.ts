import type { PathPolicy } from '../policy/path-policy';
import { leafRules } from './judge-leaf';
import type { Leaf } from './leaves';

/** The time limit of one call of a leaf. */
export interface LeafLimit {
  /** In seconds; 0 for none. */
  readonly seconds: number;
  /** Why it is shorter than what the definition or the call states, if it is. */
  readonly shortened?: string;
}

/** Time limits that hold for a leaf besides its own. */
export interface OuterLimits {
  /** The operator's limit, and the setting it comes from; 0 for none. */
  readonly ruled?: number | undefined;
  readonly setting: string;
  /** What holds where nobody states a limit. */
  readonly fallback: number;
}

/** The limits of the operator and of the server for a leaf. */
export function outerLimits(paths: PathPolicy, leaf: Leaf, fallback: number): OuterLimits {
  const rule = leafRules(paths, leaf);
  return { ruled: paths.toolRules(rule).timeoutSeconds, setting: `tools.${rule}.timeout`, fallback };
}

const LONGEST_ASKED = 3600;

/** Finds the time limit of a call: the operator's holds over the definition's, and a call may ask for less. */
export function leafLimit(leaf: Leaf, { ruled, setting, fallback }: OuterLimits, asked?: unknown): LeafLimit {
  const wanted = typeof asked === 'number' ? Math.min(asked, LONGEST_ASKED) : undefined;
  const stated = wanted ?? leaf.timeoutSeconds;
  if (ruled === undefined) return { seconds: stated ?? fallback };
  if (ruled === 0) return { seconds: wanted ?? 0 };
  const seconds = Math.min(wanted ?? ruled, ruled);
  if (stated === undefined || stated <= ruled) return { seconds };
  const what = wanted === undefined ? `the ${stated} s of its definition` : `timeout_seconds ${stated}`;
  return {
    seconds,
    shortened: `the operator allows at most ${ruled} s (${setting}), so ${what} has no effect`,
  };
}

/** Says that a limit was reached, and why it is shorter than expected. */
export function timeoutText(what: string, { seconds, shortened }: LeafLimit): string {
  return `${what} ${seconds}s${shortened === undefined ? '' : `: ${shortened}`}`;
}
