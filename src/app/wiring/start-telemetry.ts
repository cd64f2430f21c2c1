import { ConfigError } from '../../config';
import { hideValues } from '../../logging/hide-values';
import {
  loadOpenTelemetry,
  OpenTelemetryMissingError,
  type OpenTelemetry,
} from '../../telemetry/load-opentelemetry';
import { TraceObserver } from '../../telemetry/trace-observer';
import { version } from '../package-version';
import type { Setup } from '../pack';
import { secretNamesOf } from './secret-names';

/** Traces every call with OpenTelemetry. */
export function startTelemetry(setup: Setup): void {
  const log = setup.log.named('telemetry');
  const api = loaded(setup);
  if (!api) return;
  const names = secretNamesOf(setup.registry);
  const withoutSecrets = (text: string, args: object): string => hideValues(text, args, names());
  let told = false;
  setup.registry.observe(
    new TraceObserver(api, version(), withoutSecrets, (problem) => {
      if (!told) log.warning(`Calls can't be traced: ${problem}`);
      told = true;
    }),
  );
}

// Registered by another copy of the API that can't be found from here: that is no reason not to start.
function loaded({ config, sources, log }: Setup): OpenTelemetry | undefined {
  try {
    return loadOpenTelemetry();
  } catch (error) {
    if (!(error instanceof OpenTelemetryMissingError)) throw error;
    if (config.telemetry === 'auto') {
      log.warning(
        'A provider of OpenTelemetry is registered, but @opentelemetry/api is not installed beside Toolwright',
      );
      return undefined;
    }
    throw new ConfigError([
      {
        origin: sources.where('telemetry'),
        path: 'telemetry',
        message: 'needs @opentelemetry/api, which is not installed',
        cure: 'npm install @opentelemetry/api, or remove the setting.',
      },
    ]);
  }
}
