import type { AnyNode, Expression, Pattern, Program } from 'acorn';
import { walkSyntax } from './walk-syntax';

/** What the engine's error is about: a piece of the code, and the tool whose answer it comes from. */
export interface Blame {
  /** The sentence that takes the place of the engine's message. */
  readonly message: string;
  /** The function whose answer is read, as the code names it: `tools.list`. */
  readonly origin?: string;
}

const LONGEST_PIECE = 60;
const READ = /^cannot (read|set) property(?: '(.+)')? of (undefined|null)$/;

/** Finds what an error of the engine is about; undefined if the place does not say. */
export function blame(message: string, source: string, program: Program, offset: number): Blame | undefined {
  const culprit = culpritOf(message, program, offset);
  if (!culprit) return undefined;
  const { node, says } = culprit;
  const origin = originOf(node, program);
  return {
    message: `${pieceOf(source, node)} ${says}`,
    ...(origin !== undefined && { origin }),
  };
}

function culpritOf(
  message: string,
  program: Program,
  offset: number,
): { node: AnyNode; says: string } | undefined {
  const [, verb, property, nothing] = READ.exec(message) ?? [];
  if (verb !== undefined && property !== 'Symbol.iterator') {
    const node = found(program, (each) =>
      each.type === 'MemberExpression' && each.object.end === offset ? each.object : undefined,
    );
    const what = property === undefined ? 'a property of it' : `'${property}'`;
    return node && { node, says: `is ${nothing}, so ${what} cannot be ${verb === 'set' ? 'set' : 'read'}` };
  }
  if (message === 'not a function') {
    const node = found(program, (each) =>
      (each.type === 'CallExpression' || each.type === 'NewExpression') && each.callee.end === offset
        ? each.callee
        : undefined,
    );
    return node && { node, says: 'is not a function' };
  }
  if (property === 'Symbol.iterator' || message === 'value is not iterable') {
    const node = found(program, (each) => iterated(each, offset));
    return node && { node, says: nothing ? `is ${nothing}, so it cannot be iterated` : 'is not iterable' };
  }
  if (message === 'cannot convert to object') {
    const node = found(program, (each) => destructured(each, offset));
    return node && { node, says: 'is undefined or null, so nothing can be taken out of it' };
  }
  return undefined;
}

// The innermost node that the search accepts.
function found(program: Program, search: (node: AnyNode) => AnyNode | undefined | null): AnyNode | undefined {
  let last: AnyNode | undefined;
  walkSyntax(program, (node) => {
    last = search(node) ?? last;
  });
  return last;
}

function iterated(node: AnyNode, offset: number): AnyNode | undefined {
  const within = (each: AnyNode): boolean => each.start <= offset && offset <= each.end;
  if (node.type === 'ForOfStatement' && within(node.right)) return node.right;
  if (node.type === 'SpreadElement' && within(node.argument)) return node.argument;
  return node.type === 'VariableDeclaration' && node.declarations[0]?.id.type === 'ArrayPattern'
    ? destructured(node, offset)
    : undefined;
}

function destructured(node: AnyNode, offset: number): AnyNode | undefined {
  if (node.type !== 'VariableDeclaration' || node.start > offset || node.end < offset) return undefined;
  return node.declarations.find(({ id }) => id.type !== 'Identifier')?.init ?? undefined;
}

// A piece of the code as it reads; arguments of calls are left out.
function pieceOf(source: string, node: AnyNode): string {
  const cuts: [number, number][] = [];
  walkSyntax(node, (each) => {
    if (each.type !== 'CallExpression' || !each.arguments.length) return;
    cuts.push([each.arguments[0]!.start, each.arguments.at(-1)!.end]);
    return false;
  });
  let text = '';
  let read = node.start;
  for (const [start, end] of cuts.filter(([start]) => start >= node.start)) {
    text += `${source.slice(read, start)}…`;
    read = end;
  }
  const piece = (text + source.slice(read, node.end)).replace(/\s+/g, ' ');
  return piece.length > LONGEST_PIECE ? `…${piece.slice(-LONGEST_PIECE)}` : piece;
}

// Follows a value back to the call it comes from: through members, `await` and the declaration of its variable.
function originOf(node: AnyNode, program: Program, depth = 0): string | undefined {
  switch (node.type) {
    case 'MemberExpression':
      return originOf(node.object, program, depth);
    case 'AwaitExpression':
      return originOf(node.argument, program, depth);
    case 'ChainExpression':
      return originOf(node.expression, program, depth);
    case 'CallExpression':
      return calledName(node.callee) ?? originOf(node.callee, program, depth);
    case 'Identifier': {
      const init = depth < 5 ? initialiserOf(node.name, program) : undefined;
      return init && originOf(init, program, depth + 1);
    }
    default:
      return undefined;
  }
}

function calledName(callee: AnyNode): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return undefined;
  return callee.property.type === 'Identifier' && !callee.computed
    ? `${callee.object.name}.${callee.property.name}`
    : undefined;
}

function initialiserOf(name: string, program: Program): Expression | undefined {
  let init: Expression | undefined;
  walkSyntax(program, (node) => {
    if (node.type !== 'VariableDeclarator' || !node.init || !binds(node.id, name)) return;
    init = partFor(node.id, name, node.init) ?? node.init;
  });
  return init;
}

function binds(pattern: Pattern, name: string): boolean {
  let found = false;
  walkSyntax(pattern, (node) => {
    found ||= node.type === 'Identifier' && node.name === name;
  });
  return found;
}

// `const [a, b] = await Promise.all([one(), two()])`: each name has a call of its own.
function partFor(pattern: Pattern, name: string, init: Expression): Expression | undefined {
  if (pattern.type !== 'ArrayPattern' || init.type !== 'AwaitExpression') return undefined;
  const call = init.argument;
  const [list] = call.type === 'CallExpression' ? call.arguments : [];
  if (list?.type !== 'ArrayExpression') return undefined;
  const at = pattern.elements.findIndex((element) => element && binds(element, name));
  const part = list.elements[at];
  return part && part.type !== 'SpreadElement' ? part : undefined;
}
