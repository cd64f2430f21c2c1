import { lazyRequire } from './lazy-require';

/** Returns Node's cryptography, which takes a few milliseconds to load, so that no start has to wait for it. */
export function crypto(): typeof import('node:crypto') {
  return lazyRequire('node:crypto') as typeof import('node:crypto');
}
