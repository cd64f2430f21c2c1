/** What a question must be for `ask` to take it: one with a field that MCP can't ask for gets the cure as the type of that field. */
export type AskableQuestion<Q> = Q extends { readonly schema: { readonly properties: infer Fields } }
  ? {
      readonly schema: {
        readonly properties: { readonly [Name in keyof Fields]: AskableField<Fields[Name]> };
      };
    }
  : unknown;

type AskableField<Field> = [FieldProblem<Field>] extends [never] ? unknown : FieldProblem<Field>;

// What is only known at run time, such as a type that is any string, is judged there.
type FieldProblem<Field> = 0 extends 1 & Field
  ? never
  : Field extends { readonly type: infer Type }
    ? string extends Type
      ? never
      : TypeProblem<Type, Field>
    : Field extends { readonly properties: object }
      ? ObjectProblem
      : never;

type TypeProblem<Type, Field> = Type extends 'object'
  ? ObjectProblem
  : Type extends 'array'
    ? ListProblem<Field>
    : Type extends 'number' | 'integer'
      ? NumberProblem<Field>
      : Type extends 'string' | 'boolean'
        ? never
        : "is of a type that MCP can't ask for: write string, number, integer, boolean, or array with choices";

type ObjectProblem = "is an object, which MCP can't ask for: ask for its fields one by one";

type ListProblem<Field> = Field extends {
  readonly items: { readonly enum: unknown } | { readonly anyOf: unknown };
}
  ? never
  : "is a list without choices, which MCP can't ask for: ask for one text with commas, or give items an enum";

type NumberProblem<Field> = Field extends { readonly enum: unknown } | { readonly oneOf: unknown }
  ? "is a number with choices, which MCP can't ask for: write type: 'string' and the choices as texts"
  : never;
