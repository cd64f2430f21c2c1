import { lazyRequire } from '../base/lazy-require';

/** OpenTelemetry's API. */
export type OpenTelemetry = typeof import('@opentelemetry/api');

/** What is to be installed is missing. */
export class OpenTelemetryMissingError extends Error {
  override readonly name = 'OpenTelemetryMissingError';

  constructor(options: ErrorOptions) {
    super('`telemetry: on` needs a package that is not installed: npm install @opentelemetry/api', options);
  }
}

// Where every copy of the API keeps what was registered, so that they find each other.
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Returns whether the process has registered a provider of one of these kinds; loads nothing. */
export function isRegistered(...kinds: readonly ('trace' | 'metrics')[]): boolean {
  const found = (globalThis as Record<symbol, unknown>)[REGISTERED];
  return typeof found === 'object' && found !== null && kinds.some((kind) => kind in found);
}

/** Loads OpenTelemetry's API; throws an error that says what to install if it is missing. */
export function loadOpenTelemetry(): OpenTelemetry {
  try {
    return lazyRequire('@opentelemetry/api') as OpenTelemetry;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new OpenTelemetryMissingError({ cause: error });
  }
}
