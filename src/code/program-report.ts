/** Why the code failed. */
export interface ProgramError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** How a run ended: with a value as JSON text (absent for none), an error, or both if nothing handled the error. */
export interface ProgramReport {
  readonly value?: string;
  readonly format?: string;
  readonly sanitize?: boolean;
  readonly error?: ProgramError;
  /** How many further failures nothing handled. */
  readonly others?: number;
  /** How many calls were still under way when the code ended. */
  readonly late?: number;
}
