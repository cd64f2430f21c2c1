import { ConfigError } from '../../config';
import type { CallReport } from '../../calls/call-report';
import { hideValues } from '../../json/hide-values';
import { DurationObserver } from '../../telemetry/duration-observer';
import { HeadSampling } from '../../telemetry/head-sampling';
import {
  isRegistered,
  loadOpenTelemetry,
  OpenTelemetryMissingError,
  type OpenTelemetry,
} from '../../telemetry/load-opentelemetry';
import { TraceObserver } from '../../telemetry/trace-observer';
import { argumentsOf } from '../../tool/arguments-of';
import { version } from '../package-version';
import type { Setup } from '../pack';
import { knownSecretsOf } from './find-known-secrets';

/** Traces calls with OpenTelemetry, and measures them where a provider of metrics is registered. */
export function startTelemetry(setup: Setup): void {
  const log = setup.log.named('telemetry');
  const api = loaded(setup);
  if (!api) return;
  const secrets = knownSecretsOf(setup.registry);
  const withoutSecrets = (text: string, { args, tool }: CallReport): string =>
    hideValues(text, args, argumentsOf(tool).schema, secrets());
  const { sample } = setup.config.telemetry;
  let told = false;
  const problem = (text: string): void => {
    if (!told) log.warning(`Calls can't be traced: ${text}`);
    told = true;
  };
  const sampling = sample < 1 ? new HeadSampling(api, sample) : undefined;
  setup.registry.observe(new TraceObserver(api, version(), withoutSecrets, problem, sampling));
  if (isRegistered('metrics')) setup.registry.observe(new DurationObserver(api, version()));
}

// Registered by another copy of the API that can't be found from here: that is no reason not to start.
function loaded({ config, sources, log }: Setup): OpenTelemetry | undefined {
  try {
    return loadOpenTelemetry();
  } catch (error) {
    if (!(error instanceof OpenTelemetryMissingError)) throw error;
    if (config.telemetry.mode === 'auto') {
      log.warning(
        'A provider of OpenTelemetry is registered, but @opentelemetry/api is not installed beside Toolwright',
      );
      return undefined;
    }
    throw new ConfigError([
      {
        origin: sources.where('telemetry.mode'),
        path: 'telemetry.mode',
        message: 'needs @opentelemetry/api, which is not installed',
        cure: 'npm install @opentelemetry/api, or remove the setting.',
      },
    ]);
  }
}
