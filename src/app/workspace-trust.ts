import { isAbsolute, relative } from 'node:path';
import { configPath, type MetRequest, type Sources } from '../config';
import type { Logger } from '../logger';
import { escapeControls } from '../logging/escape';

/** What a directory can bring that steers a server. */
export type Steering = 'configuration' | 'definition' | 'guidance' | 'prompts' | 'module' | 'app';

/** A file that was found and is not used, because the operator neither named nor trusted it. */
export interface UntrustedFile {
  readonly file: string;
  readonly kind: Steering;
  /** Whether another version of it was trusted. */
  readonly changed: boolean;
}

/** Decides whether a file may be used; the kind is for the report, where files that steer nothing don't appear. */
export type Accepts = (file: string, content: string | Uint8Array, kind: Steering | 'other') => boolean;

/** The request that a server's trust is decided by. */
export interface TrustRequest {
  readonly sources: Sources;
  readonly request: MetRequest;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Decides which of the files that a working directory brings may be used, and collects what is left out. */
export class WorkspaceTrust {
  private readonly found = new Map<string, UntrustedFile>();
  private reported = 0;
  /** Files of the working directory that are in use, and so must not be written by any tool. */
  readonly used = new Set<string>();

  constructor(private readonly given: TrustRequest) {
    const { leftOut } = given.request.inForce;
    if (leftOut !== undefined) this.leaveOut(configPath(given.request).file, 'configuration', false);
  }

  /** Everything that was left out so far. */
  get leftOut(): readonly UntrustedFile[] {
    return [...this.found.values()];
  }

  /**
   * Returns whether somebody named what a setting leads to: the operator by an option, a variable or a file that was
   * itself named, or the app's author by a full path. A relative default is whatever the working directory holds.
   */
  isNamed(setting: string, value: string): boolean {
    const { sources, request } = this.given;
    const { source } = sources.where(setting);
    if (source === 'file') return configPath(request).required;
    return source !== 'default' || isAbsolute(value);
  }

  /** Returns the judge of files that were found: only those that were trusted as they are now are accepted. */
  async judge(): Promise<Accepts> {
    const { TrustStore } = await import('../trust/trust-store.js');
    return (file, content, kind) => {
      const verdict = TrustStore.of(this.given.env).judge(file, content);
      if (verdict === 'trusted') this.use(file);
      else if (kind !== 'other') this.leaveOut(file, kind, verdict === 'changed');
      else if (verdict === 'changed') this.leaveOut(file, 'definition', true);
      return verdict === 'trusted';
    };
  }

  /** Logs what was left out since the last report, and how to use it. */
  report(log: Logger): void {
    const news = this.leftOut.slice(this.reported);
    this.reported = this.found.size;
    if (news.length) log.warning(leftOutText(news, this.given.cwd));
  }

  /** Notes that a file is in use. */
  use(file: string): void {
    this.found.delete(file);
    this.used.add(file);
  }

  private leaveOut(file: string, kind: Steering, changed: boolean): void {
    this.found.set(file, { file, kind, changed });
  }
}

const MOST_SHOWN = 10;

const ONLY_FOUND = 'Left out, because it was only found in the working directory';

/** Says what was left out and how to use it. */
export function leftOutText(leftOut: readonly UntrustedFile[], cwd: string): string {
  return (
    `${ONLY_FOUND}: ${leftOutList(leftOut, cwd)}. ` +
    `To use it, read it, run 'toolwright trust ${cwd}' and restart the server, or name it with an option`
  );
}

/** Says the same beside what is refused, where nothing has been started yet. */
export function leftOutRemark(leftOut: readonly UntrustedFile[], cwd: string): string {
  const config = leftOut.find(({ kind }) => kind === 'configuration');
  const named = config ? `--config ${relative(cwd, config.file)}` : 'an option';
  const others = config && leftOut.length > 1 ? ' and the rest with options of their own' : '';
  return (
    `${ONLY_FOUND}: ${leftOutList(leftOut, cwd)}. ` +
    `To use it, read it, then run 'toolwright trust ${cwd}', or name it with ${named}${others}.`
  );
}

/** Names what was left out, each with its kind; of very many only the first. */
export function leftOutList(leftOut: readonly UntrustedFile[], cwd: string): string {
  const shown = leftOut.slice(0, MOST_SHOWN).map(({ file, kind, changed }) => {
    const inside = relative(cwd, file);
    // Whoever brings a file has chosen its name.
    const name = escapeControls(inside.startsWith('..') ? file : inside);
    return `${name} (${kind}${changed ? ', changed since it was trusted' : ''})`;
  });
  const more = leftOut.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
