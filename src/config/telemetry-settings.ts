import { Arg } from '../decorators';
import { Setting } from './setting';

/** What OpenTelemetry learns of calls. */
export class TelemetrySettings {
  @Arg({
    description:
      'Traces and metrics by OpenTelemetry: where a provider of it is registered in the process, always (it must be installed), or never',
    type: 'string',
    enum: ['auto', 'on', 'off'],
  })
  @Setting({ option: 'telemetry', variable: 'TELEMETRY' })
  mode: 'auto' | 'on' | 'off' = 'auto';

  @Arg({
    description:
      'The part of the calls that are traced, where no client or other caller has decided it: below 1, it is drawn before anything is made for a trace; with 1, the sampler of the provider alone decides',
    minimum: 0,
    maximum: 1,
    example: 0.01,
  })
  sample = 1;
}
