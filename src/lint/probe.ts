/** What a tool answered to a call whose arguments break its schema. */
export interface Probe {
  readonly tool: string;
  /** The argument that was wrong. */
  readonly field: string;
  /** The type that its schema asks for, if it names one. */
  readonly expected?: string | undefined;
  /** Refused by the tool (`isError`), refused as a failed request, or not refused at all. */
  readonly outcome: 'refused' | 'protocol-error' | 'accepted';
  readonly text: string;
}

/** A field of an args class that is no argument, since nothing describes it. */
export interface ForgottenField {
  readonly className: string;
  readonly field: string;
  readonly cure: string;
  readonly file: string;
  readonly line: number;
}

/** A tool, prompt or resource that is written in the sources of an app and that it doesn't have. */
export interface UnregisteredClass {
  readonly className: string;
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly cure: string;
  readonly file: string;
  readonly line: number;
}

/** How the policy of an app refuses a call. */
export interface Refusal {
  readonly tool: string;
  /** The argument that was refused. */
  readonly field: string;
  readonly text: string;
}
