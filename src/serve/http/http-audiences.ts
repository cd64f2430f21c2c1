import type { ToolRegistry } from '../../registries/tool-registry';
import type { Grant } from '../../tool-context';
import { FastLane } from '../legacy/fast-lane';
import { errorReply } from '../legacy/legacy-replies';
import type { Send } from '../method';
import { MethodTable } from '../method-table';
import { ModernLane, type Running } from '../modern/modern-lane';
import { OpenStreams } from '../modern/open-streams';
import { UsedStatesInMemory } from '../modern/used-states';
import type { ServerOptions } from '../server-options';
import type { WireCaller } from '../wire-caller';
import { randomWord } from '../../base/random-word';
import type { Principal } from './auth/principal';
import { mismatchIn, type HeaderOf } from './param-headers';

/** What a group of callers is granted, by a key that is the same for all of them. */
export interface GrantedShare {
  readonly key: string;
  readonly grant: Grant;
  /** Requests a minute; 0 for no limit. */
  readonly rate: number;
  readonly prompts: boolean;
  readonly resources: boolean;
  /** Whether its callers may read what is measured. */
  readonly metrics?: boolean;
}

/** Returns what a caller is granted; nobody was authenticated if there is no principal. Undefined if that is nothing. */
export type GrantOf = (principal: Principal | undefined) => GrantedShare | undefined;

/** A caller over HTTP, without what it is granted. */
export type HttpCaller = Pick<WireCaller, 'id' | 'principal'>;

/** What answers one legacy client. */
export type LegacyLane = Pick<FastLane, 'take' | 'hurry' | 'close'>;

/** Whatever answers the callers with the same grants. */
export interface Audience {
  /** The same for all who are granted the same, whenever they are looked up. */
  readonly key: string;
  /** Requests a minute; 0 for no limit. */
  readonly rate: number;
  /** Whether its callers may read what is measured. */
  readonly metrics?: boolean | undefined;
  /** Begins with a legacy client; `send` takes what belongs to no request. */
  legacy(send: Send, caller: HttpCaller): LegacyLane;
  /** Answers a modern request, if its headers say the same as its body; `done` is called when it is answered. */
  modern(
    message: Record<string, unknown>,
    header: HeaderOf,
    send: Send,
    caller: HttpCaller,
    done: () => void,
  ): Running | undefined;
}

/** Finds the audience of a caller; undefined if nothing is granted to it. */
export interface AudienceOf {
  of(principal: Principal | undefined): Audience | undefined;
}

/** Makes a method table and a modern lane for each group of callers, when the first of them comes. */
export class Audiences implements AudienceOf {
  private readonly made = new Map<string, Audience>();
  private readonly options: ServerOptions;
  private readonly streams: OpenStreams;

  constructor(
    private readonly registry: ToolRegistry,
    options: ServerOptions,
    private readonly grantOf: GrantOf,
  ) {
    this.streams = new OpenStreams(options.maxStreams);
    // One key and one memory for all, so that a state can't be used again with another audience.
    this.options = {
      ...options,
      stateSecret: options.stateSecret ?? randomWord(32),
      usedStates: options.usedStates ?? new UsedStatesInMemory(),
    };
  }

  of(principal: Principal | undefined): Audience | undefined {
    const share = this.grantOf(principal);
    if (!share) return undefined;
    let audience = this.made.get(share.key);
    if (!audience) this.made.set(share.key, (audience = this.make(share)));
    return audience;
  }

  private make({ key, grant, rate, prompts, resources, metrics }: GrantedShare): Audience {
    const { visible, parts = [], ...rest } = this.options;
    const table = new MethodTable(this.registry, {
      ...rest,
      visible: (tool) => grant.allows(tool.name) && (visible?.(tool) ?? true),
      parts: parts.filter(
        ({ capabilities }) =>
          (prompts || !('prompts' in capabilities)) && (resources || !('resources' in capabilities)),
      ),
    });
    const lane = new ModernLane(table, this.streams);
    return {
      key,
      rate,
      metrics,
      legacy: (send, caller) => new FastLane(table, send, { ...caller, grant }),
      modern: (message, header, send, caller, done) => {
        const mismatch = mismatchIn(header, message, this.registry, grant);
        if (!mismatch) return lane.take(message, send, { ...caller, grant }, done);
        const { code } = mismatch;
        send(errorReply(message['id'] as string, code, mismatch.message), { code, malformed: true });
        return undefined;
      },
    };
  }
}
