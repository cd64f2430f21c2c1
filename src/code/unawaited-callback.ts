import type { Program } from 'acorn';
import { walkSyntax } from './walk-syntax';

// Methods that take what their callback returns for a plain value, and a promise for true.
const JUDGING = new Set('every filter find findIndex findLast findLastIndex some sort toSorted'.split(' '));

/** Finds an async function where nobody would wait for it, so that the answer would be wrong; returns the error for it. */
export function unawaitedCallback(program: Program): SyntaxError | undefined {
  let found: SyntaxError | undefined;
  walkSyntax(program, (node) => {
    if (found || node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
    const { property, computed } = node.callee;
    const [callback] = node.arguments;
    if (computed || property.type !== 'Identifier' || !JUDGING.has(property.name)) return;
    if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return;
    if (!callback.async) return;
    found = Object.assign(new SyntaxError(messageFor(property.name)), { loc: placeOf(callback.loc?.start) });
  });
  return found;
}

function messageFor(method: string): string {
  const instead =
    method === 'sort' || method === 'toSorted'
      ? 'await the values first, then sort them'
      : `await the values first: const oks = await Promise.all(items.map(async …)); items.${method}((_, i) => oks[i])`;
  return `${method} does not wait for an async function, and takes its promise for true; ${instead}`;
}

function placeOf(
  start: { line: number; column: number } | undefined,
): { line: number; column: number } | undefined {
  return start && { line: start.line, column: start.column };
}
