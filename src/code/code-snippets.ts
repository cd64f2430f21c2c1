/** A parameter of a snippet. */
export interface SnippetParameter {
  readonly default?: string | number | boolean;
  readonly required?: boolean;
  readonly description?: string;
}

/** Named code whose parameters are variables, so that a value can never become code. */
export interface Snippet {
  readonly description?: string;
  readonly params?: Readonly<Record<string, SnippetParameter>>;
  readonly body: string;
}

/** A snippet's code with its values and warnings, or why it cannot run. */
export type Expanded =
  | { ok: true; code: string; values: Record<string, unknown>; warnings: readonly string[] }
  | { ok: false; error: string };

const CALL = /^\s*\$([A-Za-z_]\w*)/;
const LONGEST_CALL = 10_000;

/** Expands `$name key=value` to the snippet's code and data; undefined if the command calls no snippet. */
export function expandSnippet(
  command: string,
  snippets: Readonly<Record<string, Snippet>>,
): Expanded | undefined {
  const [call, name] = CALL.exec(command) ?? [];
  if (call === undefined || name === undefined) return undefined;
  const snippet = Object.hasOwn(snippets, name) ? snippets[name] : undefined;
  if (!snippet) {
    const known = Object.keys(snippets).map((each) => `$${each}`);
    return {
      ok: false,
      error: `Unknown snippet $${name}. ${known.length ? `Snippets: ${known.join(', ')}` : 'There are none.'}`,
    };
  }
  if (command.length > LONGEST_CALL)
    return { ok: false, error: `The call of $${name} is longer than ${LONGEST_CALL} characters.` };
  const given = readValues(command.slice(call.length));
  const values: Record<string, unknown> = {};
  for (const [key, parameter] of Object.entries(snippet.params ?? {})) {
    const value = given.get(key);
    given.delete(key);
    if (value !== undefined) values[key] = asDeclared(value, parameter);
    else if (parameter.default !== undefined) values[key] = parameter.default;
    else if (parameter.required)
      return { ok: false, error: `Snippet $${name} requires ${key}${says(parameter)}.` };
    else values[key] = null;
  }
  const warnings = [...given.keys()].map(
    (key) => `Snippet $${name} has no parameter '${key}'; it was ignored.`,
  );
  return { ok: true, code: withVariables(snippet.body), values, warnings };
}

// `k=v k2="v v"` on the first line, then `k: v` on separate lines; `\=` is an equals sign in a value.
function readValues(text: string): Map<string, string> {
  const [first = '', ...lines] = text.split(/\r?\n/);
  const values = new Map<string, string>();
  for (const match of first.matchAll(
    /(?<!\w)([A-Za-z_]\w*)=("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?:[^\s\\]|\\.)*)/g,
  )) {
    values.set(match[1]!, unquote(match[2]!));
  }
  for (const line of lines) {
    const match = /^([A-Za-z_]\w*)\s*:\s*(.*)$/.exec(line.trim());
    if (match) values.set(match[1]!, unquote(match[2]!));
  }
  return values;
}

// `{{ topic }}`, quoted or not, becomes the variable: the value never becomes part of the code.
function withVariables(body: string): string {
  return body.replace(/(["'`]?)\{\{\s*([A-Za-z_]\w*)\s*\}\}\1/g, '($2)');
}

function unquote(text: string): string {
  const quoted = /^(["'])([\s\S]*)\1$/.exec(text);
  return (quoted ? quoted[2]! : text).replace(/\\(["'\\=])/g, '$1');
}

// A parameter has the type of its default if that is a number or a boolean.
function asDeclared(value: string, parameter: SnippetParameter): string | number | boolean {
  if (typeof parameter.default === 'boolean') return value === 'true';
  if (typeof parameter.default === 'number' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  return value;
}

function says(parameter: SnippetParameter): string {
  return parameter.description ? ` (${parameter.description})` : '';
}
