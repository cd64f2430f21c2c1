/** What every field of a question may say about itself. */
type Described = {
  readonly title?: string;
  readonly description?: string;
  /** Marks a secret, which recordings hide. */
  readonly writeOnly?: boolean;
};

/** A field of a question for a text. */
export type TextField = Described & {
  readonly type: 'string';
  readonly format?: 'email' | 'uri' | 'date' | 'date-time';
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Not shown by most clients; the answer is held to it. */
  readonly pattern?: string;
  readonly default?: string;
};

/** A field of a question for a number. */
export type NumberField = Described & {
  readonly type: 'number' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
};

/** A field of a question for yes or no. */
export type YesNoField = Described & { readonly type: 'boolean'; readonly default?: boolean };

/** A field of a question for one of several texts, which may have titles to show. */
export type ChoiceField = Described & { readonly type: 'string'; readonly default?: string } & (
    | { readonly enum: readonly string[]; readonly enumNames?: readonly string[] }
    | { readonly oneOf: readonly TitledChoice[] }
  );

/** A field of a question for any number of given texts, which may have titles to show. */
export type ChoicesField = Described & {
  readonly type: 'array';
  readonly items:
    | { readonly type: 'string'; readonly enum: readonly string[] }
    | { readonly anyOf: readonly TitledChoice[] };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly string[];
};

/** A choice with the title that the user sees. */
export type TitledChoice = {
  readonly const: string;
  readonly title: string;
};

/** One field of a question. */
export type QuestionField = TextField | NumberField | YesNoField | ChoiceField | ChoicesField;

/** The schema of a question: the flat part of JSON Schema that MCP lets a client show to its user. */
export type QuestionSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, QuestionField>>;
  readonly required?: readonly string[];
};
