import type { ToolRegistry } from '../../registries/tool-registry';
import type { Grant } from '../../tool-context';
import { MethodTable } from '../method-table';
import { ModernLane } from '../modern/modern-lane';
import { UsedStatesInMemory } from '../modern/used-states';
import type { ServerOptions } from '../server-options';
import { crypto } from '../../base/crypto';
import type { Principal } from './auth/principal';

/** What a group of callers is granted, by a key that is the same for all of them. */
export interface GrantedShare {
  readonly key: string;
  readonly grant: Grant;
  /** Requests a minute; 0 for no limit. */
  readonly rate: number;
  readonly prompts: boolean;
  readonly resources: boolean;
}

/** Returns what a caller is granted; nobody was authenticated if there is no principal. Undefined if that is nothing. */
export type GrantOf = (principal: Principal | undefined) => GrantedShare | undefined;

/** The callers with the same grants, and the lanes that serve them. */
export interface Audience {
  readonly share: GrantedShare;
  readonly table: MethodTable;
  readonly modern: ModernLane;
}

/** Makes a method table and a modern lane for each group of callers, when the first of them comes. */
export class Audiences {
  private readonly made = new Map<string, Audience>();
  private readonly options: ServerOptions;

  constructor(
    readonly registry: ToolRegistry,
    options: ServerOptions,
    readonly grantOf: GrantOf,
  ) {
    // One key and one memory for all, so that a state can't be used again with another audience.
    this.options = {
      ...options,
      stateSecret: options.stateSecret ?? crypto().randomBytes(32).toString('base64url'),
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

  private make(share: GrantedShare): Audience {
    const { visible, parts = [], ...rest } = this.options;
    const table = new MethodTable(this.registry, {
      ...rest,
      visible: (tool) => share.grant.allows(tool.name) && (visible?.(tool) ?? true),
      parts: parts.filter(
        ({ capabilities }) =>
          (share.prompts || !('prompts' in capabilities)) &&
          (share.resources || !('resources' in capabilities)),
      ),
    });
    return { share, table, modern: new ModernLane(table) };
  }
}
