import type { PeerTool } from '../../client/peer-lists';
import { isObject } from '../../base/json-value';
import { holdsSecret } from '../../json/holds-secret';
import { secretProperties } from '../../json/secret-properties';
import type { Store } from './store';

/** What was typed into the form of a tool and not run. */
export interface TypedArguments {
  readonly args: Record<string, unknown>;
  /** Whether secrets were left out of it. */
  readonly hidesSecrets: boolean;
}

/** Keeps what was typed and not run while the tab is open, also when the page is loaded again; secrets are never kept. */
export class Drafts {
  constructor(private readonly store: Store) {}

  /** Keeps the draft of a tool; without one, an earlier one is forgotten. */
  keep(tool: PeerTool, typed: Record<string, unknown> | undefined): void {
    if (!typed) return sessionStorage.removeItem(this.key(tool.name));
    const names = (this.store.catalogue?.tools ?? []).flatMap(
      (each) => each.secrets ?? secretProperties(each.inputSchema),
    );
    const draft = withoutSecrets(typed, tool.inputSchema, names);
    try {
      sessionStorage.setItem(this.key(tool.name), JSON.stringify(draft));
    } catch {
      // A loaded file may be larger than what a browser keeps.
    }
  }

  of(tool: string): TypedArguments | undefined {
    const kept = sessionStorage.getItem(this.key(tool));
    return kept === null ? undefined : (JSON.parse(kept) as TypedArguments);
  }

  // Another server may have been inspected at the same address before.
  private key(tool: string): string {
    return `draft of ${this.store.catalogue?.name} ${tool}`;
  }
}

// An argument with a secret anywhere in it is left out as a whole, and so is one that the schema doesn't name: it may be a
// misspelt secret. One tool may carry the arguments of another, so the names are those of all tools.
function withoutSecrets(
  typed: Readonly<Record<string, unknown>>,
  schema: PeerTool['inputSchema'],
  names: readonly string[],
): TypedArguments {
  const entries = Object.entries(typed);
  const kept = entries.filter(([name, value]) => {
    const declared = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    return (
      isObject(declared) &&
      !names.includes(name) &&
      !holdsSecret(declared, names, schema) &&
      !hasKey(value, names)
    );
  });
  return { args: Object.fromEntries(kept), hidesSecrets: kept.length < entries.length };
}

function hasKey(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => names.includes(key) || hasKey(each, names));
}
