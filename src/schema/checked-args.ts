import type { Problem } from '../json/problem';
import type { Repair } from '../outcome';

/** Arguments that passed, or everything that is wrong with them. */
export type Checked =
  | { ok: true; args: object; repairs: readonly Repair[] }
  | { ok: false; problems: readonly Problem[]; example?: Record<string, unknown> };
