import type {
  AnyNode,
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
  Program,
} from 'acorn';
import { walkSyntax } from './walk-syntax';

// Methods that start their callback for every item before one of them has ended.
const TOGETHER = new Set(['map', 'flatMap', 'forEach']);

type AnyFunction = ArrowFunctionExpression | FunctionDeclaration | FunctionExpression;
type Update = Extract<AnyNode, { type: 'AssignmentExpression' }>;

/**
 * Finds `sum += await …` in a function that runs for many items together: each reads the old value, waits, and overwrites
 * what the others have added, so that the answer would be wrong. Returns the error for it.
 */
export function lostUpdate(program: Program, code: string): SyntaxError | undefined {
  const named = functionsByName(program);
  let found: Update | undefined;
  walkSyntax(program, (node) => {
    const callback = found ? undefined : callbackOf(node, named);
    if (callback?.async) found = updateIn(callback, code);
  });
  if (!found) return undefined;
  const target = code.slice(found.left.start, found.left.end);
  const message = `${target} is read before the await and written after it, so calls that run together overwrite each other; await first, then add: const more = await …; ${target} += more`;
  return Object.assign(new SyntaxError(message), { loc: found.loc?.start });
}

function functionsByName(program: Program): Map<string, AnyFunction> {
  const named = new Map<string, AnyFunction>();
  walkSyntax(program, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id) named.set(node.id.name, node);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && isFunction(node.init))
      named.set(node.id.name, node.init);
  });
  return named;
}

function isFunction(node: AnyNode | null | undefined): node is AnyFunction {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

function callbackOf(node: AnyNode, named: ReadonlyMap<string, AnyFunction>): AnyFunction | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { property } = node.callee;
  if (property.type !== 'Identifier' || !TOGETHER.has(property.name)) return undefined;
  const [given] = node.arguments;
  return given?.type === 'Identifier' ? named.get(given.name) : isFunction(given) ? given : undefined;
}

// An update of something that the function shares with others, with an await in between.
function updateIn(callback: AnyFunction, code: string): Update | undefined {
  const own = ownNames(callback);
  let found: Update | undefined;
  walkSyntax(callback.body, (node) => {
    if (found || node.type === 'FunctionDeclaration' || isFunction(node)) return false;
    if (node.type === 'AssignmentExpression' && !own.has(rootOf(node.left)) && readsBeforeAwait(node, code))
      found = node;
    return undefined;
  });
  return found;
}

function ownNames(callback: AnyFunction): Set<string> {
  const own = new Set<string>();
  const addPattern = (pattern: AnyNode): void =>
    walkSyntax(pattern, (node) => void (node.type === 'Identifier' && own.add(node.name)));
  callback.params.forEach(addPattern);
  walkSyntax(callback.body, (node) => void (node.type === 'VariableDeclarator' && addPattern(node.id)));
  return own;
}

// The variable behind `counts[name].all`.
function rootOf(node: AnyNode): string {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node.name : '';
}

function readsBeforeAwait({ operator, left, right }: Update, code: string): boolean {
  const target = code.slice(left.start, left.end);
  let lastAwait = -1;
  let firstRead = operator === '=' ? Infinity : -1;
  walkSyntax(right, (node) => {
    if (node.type === 'FunctionDeclaration' || isFunction(node)) return false;
    if (node.type === 'AwaitExpression') lastAwait = Math.max(lastAwait, node.start);
    if (code.slice(node.start, node.end) === target) firstRead = Math.min(firstRead, node.start);
    return undefined;
  });
  return firstRead < lastAwait;
}
