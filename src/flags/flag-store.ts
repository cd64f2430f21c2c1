import { isObject } from '../json-value';
import type { Logger } from '../logger';
import type { ConfigDraft } from '../store/config-draft';
import type { ConfigStore } from '../store/config-store';
import type { ConfigSnapshot } from '../store/config-text';
import { isFlagValue, type FlagValue } from '../store/flag-values';

/** Flags by name, in the file's order. */
export type Flags = ReadonlyMap<string, FlagValue>;

/** Named settings, global and of one project; the file is the only place they live in. */
export class FlagStore {
  private warned = '';

  constructor(
    private readonly config: ConfigStore,
    private readonly log?: Logger,
  ) {}

  /** The global flags, and nothing of any project. */
  async global(): Promise<Flags> {
    return this.flagsAt(await this.config.read(), ['feature_flags']);
  }

  /** A project's own flags, and nothing global. */
  async project(key: string): Promise<Flags> {
    return this.flagsAt(await this.config.read(), ['projects', key, 'project_flags']);
  }

  /** What holds in a project: the global flags, overlaid by its own. */
  async active(key: string | undefined): Promise<Flags> {
    const global = await this.global();
    return key === undefined ? global : new Map([...global, ...(await this.project(key))]);
  }

  /** Sets a global flag; null removes it. */
  setGlobal(name: string, value: FlagValue | null): Promise<void> {
    return this.config.change((draft) => put(draft, ['feature_flags', name], value));
  }

  /** Sets a flag of one project, whose entry `prepare` makes first when it is missing; null removes it. */
  setProject(
    key: string,
    name: string,
    value: FlagValue | null,
    prepare: (draft: ConfigDraft) => void,
  ): Promise<void> {
    return this.config.change((draft) => {
      if (value !== null) prepare(draft);
      put(draft, ['projects', key, 'project_flags', name], value);
    });
  }

  /** Calls the listener when any flag may have changed; returns what ends it. */
  onChange(listener: () => void): () => void {
    return this.config.onChange(listener);
  }

  private flagsAt(snapshot: ConfigSnapshot, path: readonly string[]): Flags {
    let at: unknown = snapshot.data;
    for (const name of path) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    const flags = new Map<string, FlagValue>();
    if (!isObject(at)) return flags;
    for (const [name, value] of Object.entries(at)) {
      if (isFlagValue(value)) flags.set(name, value);
      else
        this.warn(
          `${snapshot.file}:${snapshot.lineOf([...path, name]) ?? '?'}: flag '${name}' is no flag value; ignored`,
        );
    }
    return flags;
  }

  private warn(message: string): void {
    if (message !== this.warned) this.log?.warning(message);
    this.warned = message;
  }
}

function put(draft: ConfigDraft, path: readonly string[], value: FlagValue | null): void {
  if (value === null) draft.remove(path);
  else draft.set(path, value);
}
