import type {
  ExpressionStatement,
  ModuleDeclaration,
  Node,
  Program,
  Statement,
  VariableDeclaration,
} from 'acorn';

/** Code prepared for the sandbox, or a syntax error with its position. */
export type Prepared =
  { ok: true; code: string } | { ok: false; message: string; line: number; column: number };

// Put on the first line of the user's code, so that line numbers stay the same.
const PREFIX = '(async () => {';

const SETTINGS = new Set(['__format__', '__sanitize__']);

/** Wraps code in an async function that returns its last expression, keeping line numbers. */
export async function prepareProgram(code: string): Promise<Prepared> {
  const acorn = await import('acorn');
  const parse = (text: string): Program =>
    acorn.parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
  try {
    if (code.trimStart().startsWith('{')) {
      const literal = asObjectLiteral(code, parse);
      if (literal) return literal;
    }
    return { ok: true, code: `${PREFIX}${rewrite(code, parse(code))}\n})` };
  } catch (error) {
    if (error instanceof RangeError)
      return { ok: false, message: 'The code is nested too deeply', line: 1, column: 1 };
    if (!(error instanceof SyntaxError)) throw error;
    const { loc } = error as SyntaxError & { loc?: { line: number; column: number } };
    return {
      ok: false,
      message: error.message.replace(/ \(\d+:\d+\)$/, ''),
      line: loc?.line ?? 1,
      column: (loc?.column ?? 0) + 1,
    };
  }
}

// `{ a: 1 }` is treated as a value if it can be one, as in a console.
function asObjectLiteral(code: string, parse: (text: string) => Program): Prepared | undefined {
  const expression = code.trimEnd().replace(/;$/, '');
  try {
    parse(`(${expression}\n)`);
  } catch {
    return undefined;
  }
  return { ok: true, code: `${PREFIX}return (${expression}\n)\n})` };
}

function rewrite(code: string, program: Program): string {
  const edits: { at: number; cut: number; insert: string }[] = [];
  for (const statement of program.body) {
    const keyword = statement.type === 'VariableDeclaration' && settingKeyword(statement);
    if (keyword) edits.push({ at: statement.start, cut: keyword.length, insert: '' });
  }
  for (const last of lastExpressions(program.body.at(-1))) {
    const end = code[last.end - 1] === ';' ? last.end - 1 : last.end;
    edits.push({ at: last.start, cut: 0, insert: 'return await (' }, { at: end, cut: 0, insert: ')' });
  }
  let text = code;
  for (const { at, cut, insert } of edits.sort((a, b) => b.at - a.at)) {
    text = text.slice(0, at) + insert + text.slice(at + cut);
  }
  return text;
}

// The expressions a program can end with: those of a trailing `if`, `try` or block too, but not of a loop.
function lastExpressions(statement: Statement | ModuleDeclaration | null | undefined): ExpressionStatement[] {
  switch (statement?.type) {
    case 'ExpressionStatement':
      return [statement];
    case 'BlockStatement':
      return lastExpressions(statement.body.at(-1));
    case 'IfStatement':
      return [...lastExpressions(statement.consequent), ...lastExpressions(statement.alternate)];
    case 'TryStatement':
      return [...lastExpressions(statement.block), ...lastExpressions(statement.handler?.body)];
    default:
      return [];
  }
}

// `const __format__ = 'yml'` sets the option rather than declaring a variable.
function settingKeyword(statement: VariableDeclaration): string | undefined {
  const [only, ...others] = statement.declarations;
  if (!only?.init || others.length > 0) return undefined;
  const id: Node & { name?: string } = only.id;
  return id.name !== undefined && SETTINGS.has(id.name) ? statement.kind : undefined;
}
