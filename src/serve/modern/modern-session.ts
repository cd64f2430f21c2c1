import type { Session } from '../../tool-context';
import type { Envelope } from './envelope';

/** The sender of one modern request, as visible to tools; what it can't do is absent. */
export class ModernSession implements Session {
  constructor(
    /** Who sends: the principal of an HTTP request, or the pipe. */
    readonly id: string,
    private readonly envelope: Envelope,
    readonly notify: (method: string, params: Record<string, unknown>) => void,
  ) {}

  get client(): Session['client'] {
    return this.envelope.client;
  }
}
