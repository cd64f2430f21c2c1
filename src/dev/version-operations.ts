import type { VersionHandle } from './version-handle';
import type { WireMessage } from './version-messages';

// The ids of operations, which nobody can guess, so that nothing else looks like one.
const IDS = /\bop_[\w-]{22}/g;

/** Which version began an operation in the background, so that whoever asks about it is led there. */
export class BegunOperations {
  private readonly began = new Map<string, VersionHandle>();

  /** Notes the operations that a reply of a version names for the first time. */
  note(json: string, version: VersionHandle): void {
    for (const [id] of json.matchAll(IDS)) {
      if (this.began.has(id)) continue;
      this.began.set(id, version);
      version.keepsOperations = true;
    }
  }

  /** Returns the version that began the operation that a request names, if it still runs. */
  versionOf({ params }: WireMessage): VersionHandle | undefined {
    const ids = JSON.stringify(params ?? {}).match(IDS) ?? [];
    return ids.map((id) => this.began.get(id)).find((version) => version?.isRunning);
  }

  /** Forgets the operations of a version that ended. */
  forget(version: VersionHandle): void {
    for (const [id, owner] of this.began) if (owner === version) this.began.delete(id);
  }
}
