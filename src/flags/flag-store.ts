import { isObject } from '../base/json-value';
import type { Logger } from '../logger';
import type { StoreDraft } from '../store/store-draft';
import type { GuideStore } from '../store/guide-store';
import type { StoreSnapshot } from '../store/store-text';
import { isFlagValue, type FlagValue } from '../store/flag-values';

/** Flags by name, in file order. */
export type Flags = ReadonlyMap<string, FlagValue>;

/** Global and project flags; `config.yaml` is their only storage. */
export class FlagStore {
  private warned = '';

  constructor(
    private readonly config: GuideStore,
    private readonly log?: Logger,
  ) {}

  /** Returns the global flags only. */
  async global(): Promise<Flags> {
    return this.flagsAt(await this.config.read(), ['feature_flags']);
  }

  /** Returns a project's own flags only. */
  async project(key: string): Promise<Flags> {
    return this.flagsAt(await this.config.read(), ['projects', key, 'project_flags']);
  }

  /** Returns the flags in effect in a project: the global flags, overridden by its own. */
  async active(key: string | undefined): Promise<Flags> {
    const global = await this.global();
    return key === undefined ? global : new Map([...global, ...(await this.project(key))]);
  }

  /** Sets a global flag; null removes it. */
  setGlobal(name: string, value: FlagValue | null): Promise<void> {
    return this.config.change((draft) => put(draft, ['feature_flags', name], value));
  }

  /** Sets a flag of a project, whose entry `prepare` creates if it is missing; null removes the flag. */
  setProject(
    key: string,
    name: string,
    value: FlagValue | null,
    prepare: (draft: StoreDraft) => void,
  ): Promise<void> {
    return this.config.change((draft) => {
      if (value !== null) prepare(draft);
      put(draft, ['projects', key, 'project_flags', name], value);
    });
  }

  /** Calls the listener when any flag may have changed; returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    return this.config.onChange(listener);
  }

  private flagsAt(snapshot: StoreSnapshot, path: readonly string[]): Flags {
    let at: unknown = snapshot.data;
    for (const name of path) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    const flags = new Map<string, FlagValue>();
    if (!isObject(at)) return flags;
    for (const [name, value] of Object.entries(at)) {
      if (isFlagValue(value)) flags.set(name, value);
      else
        this.warn(
          `${snapshot.file}:${snapshot.lineOf([...path, name]) ?? '?'}: the value of flag '${name}' is invalid; ignored`,
        );
    }
    return flags;
  }

  private warn(message: string): void {
    if (message !== this.warned) this.log?.warning(message);
    this.warned = message;
  }
}

function put(draft: StoreDraft, path: readonly string[], value: FlagValue | null): void {
  if (value === null) draft.remove(path);
  else draft.set(path, value);
}
