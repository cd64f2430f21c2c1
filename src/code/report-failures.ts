import type { AnyNode, ArrowFunctionExpression, CatchClause, Program } from 'acorn';
import type { Edit } from './code-edits';
import { walkSyntax } from './walk-syntax';

/** The parameters of a prepared program: what a failure that leaves an async function, and one that is caught, goes through. */
export const RAISED = '__raised__';
/** See {@link RAISED}. */
export const CAUGHT = '__caught__';

const RETHROW = `}catch(__error__){throw ${RAISED}(__error__)}`;

/** Edits a program so that its async functions and catch clauses report failures: one that nothing handled is then known. */
export function reportFailures(code: string, program: Program): Edit[] {
  const edits: Edit[] = [];
  // Functions may end at the same place, where the inner one must be closed first.
  const ends: Edit[] = [];
  walkSyntax(program, (node) => {
    if (node.type === 'CatchClause') edits.push(...aroundCatch(code, node));
    if (!isAsync(node)) return;
    const [start, end] = aroundBody(code, node);
    edits.push(start);
    ends.unshift(end);
  });
  return [...edits, ...ends];
}

type AsyncFunction = Extract<
  AnyNode,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>;

function isAsync(node: AnyNode): node is AsyncFunction {
  return 'async' in node && node.async === true && 'body' in node && !('generator' in node && node.generator);
}

function aroundBody(code: string, node: AsyncFunction): [start: Edit, end: Edit] {
  if (node.body.type === 'BlockStatement')
    return [
      { at: node.body.start + 1, insert: 'try{' },
      { at: node.body.end - 1, insert: RETHROW },
    ];
  const start = afterArrow(code, node as ArrowFunctionExpression);
  return [
    { at: start, insert: '{try{return(' },
    { at: node.end, insert: `)${RETHROW}}` },
  ];
}

// The body is without the parentheses that may stand around it.
function afterArrow(code: string, node: ArrowFunctionExpression): number {
  return code.lastIndexOf('=>', node.body.start) + 2;
}

function aroundCatch(code: string, { start, param, body }: CatchClause): Edit[] {
  if (!param)
    return [
      { at: start + 'catch'.length, insert: '(__error__)' },
      { at: body.start + 1, insert: `${CAUGHT}(__error__);` },
    ];
  if (param.type === 'Identifier')
    return [{ at: body.start + 1, insert: `${CAUGHT}(${code.slice(param.start, param.end)});` }];
  const pattern = code.slice(param.start, param.end);
  const lines = pattern.replace(/[^\n]/g, '');
  return [
    { at: param.start, cut: pattern.length, insert: `__error__${lines}` },
    {
      at: body.start + 1,
      insert: `${CAUGHT}(__error__);let ${pattern.replace(/\s*\n\s*/g, ' ')}=__error__;`,
    },
  ];
}
