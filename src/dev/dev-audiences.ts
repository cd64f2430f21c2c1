import { makeGrants, type GrantSetup } from '../app/wiring/make-grants';
import { ToolRegistry } from '../registries/tool-registry';
import type { Audience, AudienceOf } from '../serve/http/http-audiences';
import type { Principal } from '../serve/http/auth/principal';
import type { HeaderOf } from '../serve/http/param-headers';
import { resultReply } from '../serve/legacy/legacy-replies';
import type { Send } from '../serve/method';
import { MetaKey } from '../serve/modern/protocol-era';
import type { Running } from '../serve/modern/modern-lane';
import type { DevClient } from './dev-client';
import type { VersionFacts, WireMessage } from './version-messages';
import type { Versions } from './versions';

// The headers that every modern request repeats parts of its body in.
const ALWAYS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Leads the callers over HTTP to the versions; what each is granted is judged by the version that answers. */
export class DevAudiences implements AudienceOf {
  private readonly grantOf: ReturnType<typeof makeGrants>;

  constructor(
    private readonly versions: Versions,
    setup: Omit<GrantSetup, 'registry'>,
  ) {
    this.grantOf = makeGrants({ ...setup, registry: new ToolRegistry([]) });
  }

  of(principal: Principal | undefined): Audience | undefined {
    const share = this.grantOf(principal);
    if (!share) return undefined;
    const network = { principal };
    return {
      key: share.key,
      rate: share.rate,
      legacy: (send, caller) => this.versions.connect({ caller, network }, send),
      modern: (message, header, send, caller, done) => {
        const client = this.versions.connect({ caller, network }, send);
        const over = (): void => {
          client.close();
          done();
        };
        client.take(
          message,
          (json, last) => {
            send(json, last);
            if (last) over();
          },
          headersIn(header, this.versions.newest?.facts),
        );
        return running(message, client, send, over);
      },
    };
  }
}

function running(message: WireMessage, client: DevClient, send: Send, over: () => void): Running {
  const { id } = message;
  const streaming = message['method'] === 'subscriptions/listen';
  return {
    streaming,
    cancel: () => {
      client.take({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      over();
    },
    hurry: () => client.hurry(),
    end: () => {
      const result = { resultType: 'complete', _meta: { [MetaKey.subscription]: id } };
      if (streaming) send(resultReply(id as string, result), {});
      over();
    },
  };
}

function headersIn(header: HeaderOf, facts: VersionFacts | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of [...ALWAYS, ...(facts?.headers ?? [])]) {
    const value = header(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}
