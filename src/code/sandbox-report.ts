/** Why the code failed. */
export interface SandboxError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** How a run ended: the value as JSON text (absent for none), or an error. */
export interface SandboxReport {
  readonly value?: string;
  readonly format?: string;
  readonly sanitize?: boolean;
  readonly error?: SandboxError;
}
