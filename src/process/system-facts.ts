import { cpus, machine, release, type, userInfo, version } from 'node:os';

/** Facts about the machine the server runs on; every value is a string. */
export class SystemFacts {
  constructor(
    private readonly cwd: string,
    private readonly user: string | undefined,
  ) {}

  /** Returns the facts under the names of document 003, with `node_version` in place of `python_version`. */
  read(): Record<string, string> {
    return {
      platform: `${type()}-${release()}-${machine()}`,
      system: type(),
      release: release(),
      version: version(),
      machine: machine(),
      processor: cpus()[0]?.model ?? 'unknown',
      node_version: process.versions.node,
      cwd: this.cwd,
      user: this.user ?? accountName(),
    };
  }
}

// Containers may run under a user id without an account.
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
