// Changes one condition, comparison or literal of a source file at a time and runs the tests that reach it, to find guards that
// no test holds. The file is put back after each run. Use it in a checkout without other changes:
//   node scripts/mutate.mjs src/calls/pipeline.ts --tests test/unit/calls --most 20
// With --deep the tests are suites of `npm run test:deep`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true },
    most: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    deep: { type: 'boolean', default: false },
  },
});
if (!positionals.length) {
  console.error(
    'usage: node scripts/mutate.mjs FILE… [--tests FOLDER]… [--most COUNT] [--seed NUMBER] [--deep]',
  );
  process.exit(2);
}

const SWAPS = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
]);

/** Every change that can be made to a file, as the range of text to replace and what replaces it. */
function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found = [];
  const replace = (node, by) => found.push({ file, start: node.getStart(source), end: node.end, by });
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node) && SWAPS.has(node.operatorToken.kind))
      replace(node.operatorToken, SWAPS.get(node.operatorToken.kind));
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      replace(condition, 'false');
      replace(condition, 'true');
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      replace(node, node.operand.getText(source));
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

// The same seed picks the same mutants, so that a score can be repeated.
function sample(list, count, seed) {
  let state = seed;
  const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  return [...list]
    .map((item) => [random(), item])
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, item]) => item);
}

function jest(file) {
  const which = values.tests ?? ['--findRelatedTests', file];
  const args = [
    'node_modules/jest/bin/jest.js',
    '-i',
    '--bail',
    '--silent',
    ...which,
    ...(values.deep ? ['--config', 'jest.deep.cjs'] : []),
    '--selectProjects',
    values.deep ? 'deep' : 'all',
  ];
  const { status } = spawnSync(process.execPath, args, {
    env: { ...process.env, TOOLWRIGHT_SKIP_BUILD: '1' },
    timeout: 300_000,
    stdio: 'ignore',
  });
  return status === 0;
}

let killed = 0;
let survived = 0;
for (const file of positionals) {
  const text = readFileSync(file, 'utf8');
  if (!jest(file)) {
    console.error(`${file}: its tests fail without any change`);
    process.exit(1);
  }
  for (const { start, end, by } of sample(mutantsOf(file, text), Number(values.most), Number(values.seed))) {
    try {
      writeFileSync(file, text.slice(0, start) + by + text.slice(end));
      const survives = jest(file);
      if (survives) survived++;
      else killed++;
      const line = text.slice(0, start).split('\n').length;
      if (survives) console.log(`survived: ${file}:${line} ${text.slice(start, end)} -> ${by}`);
    } finally {
      writeFileSync(file, text);
    }
  }
}
console.log(`${killed} of ${killed + survived} mutants were noticed`);
