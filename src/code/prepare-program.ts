import { isErrorNamed } from '../base/any-realm';
import type { Node, Program, Statement, ModuleDeclaration, VariableDeclaration } from 'acorn';
import { EditedText, type Edit } from './code-edits';
import { eraseTypes, looksTyped, type CodePlace, type ErasedTypes } from './erase-types';
import { CAUGHT, RAISED, reportFailures } from './report-failures';
import { lostUpdate } from './code-lost-update';
import { unawaitedCallback } from './unawaited-callback';

type Parse = (text: string) => Program;

/** Code made ready for the engine. */
export interface PreparedProgram {
  readonly ok: true;
  /** An expression that evaluates to an async function. */
  readonly code: string;
  /** Why the code has no value, if its last statement cannot have one. */
  readonly valueless?: string;
  /** Finds the place in the user's code of a place in the prepared code. */
  place(line: number, column: number | undefined): ProgramPlace;
}

/** A place in the user's code; lines and columns count from one. */
export interface ProgramPlace {
  readonly line: number;
  readonly column?: number;
  /** The code as JavaScript, and the offset of the place in it. */
  readonly source: string;
  readonly offset?: number;
}

/** Code prepared for the engine, or a syntax error with its position. */
export type Prepared = PreparedProgram | { ok: false; message: string; line: number; column?: number };

const SETTINGS = new Set(['__format__', '__sanitize__']);
const NO_MODULES = 'There are no modules here: tools are functions under tools, and files are read by tools.';

/** Wraps code in an async function that returns its last expression, keeping lines; erases types if there are any. */
export async function prepareProgram(code: string): Promise<Prepared> {
  const { parse } = await import('acorn');
  const read: Parse = (text) =>
    parse(text, {
      locations: true,
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
  const plain = prepare(code, read);
  if (plain.ok && !looksTyped(code)) return plain;
  const erased = await eraseTypes(code);
  if (!('code' in erased)) return plain.ok || !isLater(erased, plain) ? plain : { ok: false, ...erased };
  if (erased.code === code) return plain;
  const typed = prepare(erased.code, read, erased.original);
  return typed.ok || !plain.ok ? typed : plain;
}

// Of two parsers, the one that came further knows more of what is wrong.
function isLater(place: CodePlace, { line, column = 1 }: { line: number; column?: number }): boolean {
  return place.line > line || (place.line === line && place.column > column);
}

/** Parses user code that is known to be valid. */
export async function parseProgram(code: string): Promise<Program> {
  const { parse } = await import('acorn');
  return parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'script',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
  });
}

function prepare(code: string, parse: Parse, original: ErasedTypes['original'] = same): Prepared {
  try {
    const edits = (code.trimStart().startsWith('{') && literalEdits(code, parse)) || undefined;
    const program = edits ? undefined : parse(code);
    if (program) refuseMisleading(program, code, 0);
    const last = program?.body.at(-1);
    const edited = new EditedText(code, [
      { at: 0, insert: `(async(${RAISED},${CAUGHT})=>{` },
      ...(edits ?? programEdits(code, program!)),
      { at: code.length, insert: '\n})' },
    ]);
    const why = last && valueless(last);
    return {
      ok: true,
      code: edited.text,
      ...(why !== undefined && { valueless: why }),
      place: (line, column) => placeIn(edited, original, line, column),
    };
  } catch (error) {
    return syntaxError(error, code, original);
  }
}

// Code that would run, and answer wrongly. `added` characters stand before it on its first line.
function refuseMisleading(program: Program, code: string, added: number): void {
  const problem = unawaitedCallback(program) ?? lostUpdate(program, code);
  if (!problem) return;
  const { loc } = problem as SyntaxError & { loc?: { line: number; column: number } };
  throw Object.assign(problem, {
    ...(loc && { loc: { line: loc.line, column: loc.column - (loc.line === 1 ? added : 0) } }),
  });
}

function same(place: CodePlace): CodePlace {
  return place;
}

function placeIn(
  edited: EditedText,
  original: ErasedTypes['original'],
  line: number,
  column: number | undefined,
): ProgramPlace {
  const source = edited.original;
  if (column === undefined) return { line, source };
  const offset = edited.originalOffset(line, column);
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  return { ...original({ line, column: offset - start + 1 }), source, offset };
}

function syntaxError(error: unknown, code: string, original: ErasedTypes['original']): Prepared {
  if (isErrorNamed(error, 'RangeError'))
    return { ok: false, message: 'The code is nested too deeply', line: 1, column: 1 };
  if (!isErrorNamed(error, 'SyntaxError')) throw error;
  const { loc } = error as SyntaxError & { loc?: { line: number; column: number } };
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  const modules = /^'import' and 'export'/.test(message);
  return {
    ok: false,
    message: modules ? `${message}. ${NO_MODULES}` : message,
    ...original({ line: loc?.line ?? code.split('\n').length, column: (loc?.column ?? 0) + 1 }),
  };
}

// `{ a: 1 }` is treated as a value if it can be one, as in a console.
function literalEdits(code: string, parse: Parse): Edit[] | undefined {
  const end = code.trimEnd().replace(/;$/, '').length;
  let expression: Program;
  try {
    expression = parse(`(${code.slice(0, end)}\n)`);
  } catch {
    return undefined;
  }
  refuseMisleading(expression, `(${code}`, 1);
  const inside = reportFailures(`(${code}`, expression);
  return [
    { at: 0, insert: 'return(' },
    ...inside.map((edit) => ({ ...edit, at: edit.at - 1 })),
    { at: end, insert: '\n)' },
  ];
}

function programEdits(code: string, program: Program): Edit[] {
  const edits: Edit[] = [];
  for (const statement of program.body) {
    const keyword = statement.type === 'VariableDeclaration' && settingKeyword(statement);
    if (keyword) edits.push({ at: statement.start, cut: keyword.length });
  }
  const inside = reportFailures(code, program);
  for (const last of lastExpressions(program.body.at(-1))) {
    const end = code[last.end - 1] === ';' ? last.end - 1 : last.end;
    edits.push({ at: last.start, insert: 'return await (' });
    inside.push({ at: end, insert: ')' });
  }
  return [...edits, ...inside];
}

type AnyStatement = Statement | ModuleDeclaration | null | undefined;

// The expressions a program can end with: those of a trailing `if`, `try` or block too, but not of a loop.
function lastExpressions(statement: AnyStatement): Node[] {
  switch (statement?.type) {
    case 'ExpressionStatement':
      return [statement];
    case 'BlockStatement':
      return lastExpressions(statement.body.at(-1));
    case 'LabeledStatement':
      return lastExpressions(statement.body);
    case 'IfStatement':
      return [...lastExpressions(statement.consequent), ...lastExpressions(statement.alternate)];
    case 'TryStatement':
      return [...lastExpressions(statement.block), ...lastExpressions(statement.handler?.body)];
    default:
      return [];
  }
}

// What a program ends with that has no value, and what to add for one.
function valueless(last: Statement | ModuleDeclaration): string | undefined {
  switch (last.type) {
    case 'LabeledStatement':
      return valueless(last.body);
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return 'the code ends with a loop, which has none: collect values in a variable and end with its name';
    case 'SwitchStatement':
      return 'the code ends with a switch, which has none: use return inside it';
    case 'VariableDeclaration': {
      const [first] = last.declarations;
      const name = first?.id.type === 'Identifier' ? first.id.name : 'the variable';
      return `the code ends with a declaration: end with ${name} to see its value`;
    }
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return `the code ends with the declaration of ${last.id?.name ?? 'it'}: call it, or end with an expression`;
    default:
      return undefined;
  }
}

// `const __format__ = 'yml'` sets the option rather than declaring a variable.
function settingKeyword(statement: VariableDeclaration): string | undefined {
  const [only, ...others] = statement.declarations;
  if (!only?.init || others.length > 0) return undefined;
  const id: Node & { name?: string } = only.id;
  return id.name !== undefined && SETTINGS.has(id.name) ? statement.kind : undefined;
}
