/** Why the code failed. */
export interface SandboxError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** How a run ended: with a value as JSON text (absent for none), an error, or both if nothing handled the error. */
export interface SandboxReport {
  readonly value?: string;
  readonly format?: string;
  readonly sanitize?: boolean;
  readonly error?: SandboxError;
  /** How many further failures nothing handled. */
  readonly others?: number;
  /** How many calls were still under way when the code ended. */
  readonly late?: number;
}
