// Writes docs/api.md, the API reference, from the exports of each entry and the doc comments above them.
// With --check nothing is written. An export without a doc comment, or a page that no longer matches, is an error.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, 'docs', 'api.md');

const ENTRIES = [
  {
    name: 'toolwright',
    file: 'src/index.ts',
    about: 'What authors write tools, prompts, resources and apps with.',
  },
  {
    name: 'toolwright/embed',
    file: 'src/embed.ts',
    about: 'What programs hold an app, or parts of one, with.',
  },
  {
    name: 'toolwright/mtdf',
    file: 'src/mtdf/index.ts',
    about: 'What programs read and check command-line tool definitions with.',
  },
  {
    name: 'toolwright/testing',
    file: 'src/testing/index.ts',
    about: 'What authors test their tools with.',
  },
];

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root, { noEmit: true });
const program = ts.createProgram(
  ENTRIES.map(({ file }) => join(root, file)),
  options,
);
const checker = program.getTypeChecker();
const printer = ts.createPrinter();
const undocumented = [];
const linked = new Map();

const text = [
  '# API reference',
  '',
  '<!-- Written by `npm run api` from the doc comments in src: change those, not this page. -->',
  '',
  'Every name that the package exports. [app.md](app.md) and [authoring.md](authoring.md) show them in use.',
  '',
  ...ENTRIES.flatMap(entrySection),
].join('\n');

if (undocumented.length) fail(`without a doc comment: ${undocumented.join(', ')}`);
else if (!process.argv.includes('--check')) {
  writeFileSync(page, text);
  console.log(`${relative(root, page)}: ${text.match(/^### /gm).length} names`);
} else if (current() !== text) fail('docs/api.md no longer matches the sources. Run `npm run api`.');

function entrySection({ name, file, about }) {
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(join(root, file)));
  const exported = checker
    .getExportsOfModule(symbol)
    .map((each) => describe(each, name))
    .sort((a, b) => Number(b.isValue) - Number(a.isValue) || a.name.localeCompare(b.name, 'en'));
  const part = (title, entries) =>
    entries.length ? [`**${title}**: ${entries.map(link).join(', ')}`, ''] : [];
  return [
    `## \`${name}\``,
    '',
    about,
    '',
    ...part(
      'Values',
      exported.filter((each) => each.isValue),
    ),
    ...part(
      'Types',
      exported.filter((each) => !each.isValue),
    ),
    ...exported.flatMap((each) => [`### ${each.name}`, '', each.doc, '', '```ts', each.signature, '```', '']),
  ];
}

// A name exported by two entries has two headings; the anchor of the second ends in -1.
function link({ name }) {
  const anchor = name.toLowerCase();
  const before = linked.get(anchor) ?? 0;
  linked.set(anchor, before + 1);
  return `[\`${name}\`](#${anchor}${before ? `-${before}` : ''})`;
}

function describe(exported, entry) {
  const [specifier] = exported.declarations;
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const doc = docOf(symbol);
  if (!doc) undocumented.push(`${entry} ${exported.name}`);
  return {
    name: exported.name,
    isValue: !ts.isTypeOnlyExportDeclaration(specifier) && Boolean(symbol.flags & ts.SymbolFlags.Value),
    doc,
    signature: symbol.declarations
      .filter((each) => !(each.body && symbol.declarations.length > 1))
      .map((each) => signatureOf(each, symbol))
      .join('\n'),
  };
}

function docOf(symbol) {
  return ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .trim()
    .replace(/\s*\n\s*/g, ' ');
}

function signatureOf(declaration, symbol) {
  if (ts.isClassDeclaration(declaration)) return classShape(declaration);
  if (ts.isVariableDeclaration(declaration)) return `const ${symbol.name}: ${typeOf(symbol, declaration)};`;
  if (ts.isFunctionDeclaration(declaration)) return `function ${symbol.name}${parametersOf(declaration)};`;
  return print(declaration).replace(/^(\/\*\*[^]*?\*\/\s*)?(export )?(declare )?/, '');
}

// As in a declaration file: without bodies and private members.
function classShape(declaration) {
  const { heritageClauses = [], typeParameters, members } = declaration;
  const heritage = heritageClauses.map((clause) => ` ${print(clause).trim()}`).join('');
  const parameters = typeParameters ? `<${typeParameters.map(print).join(', ')}>` : '';
  const abstract = isMarked(declaration, 'Abstract') ? 'abstract ' : '';
  return [
    `${abstract}class ${declaration.name.text}${parameters}${heritage} {`,
    ...members.filter(isPublic).flatMap(memberLines),
    '}',
  ].join('\n');
}

function memberLines(member) {
  if (ts.isConstructorDeclaration(member)) return constructorLines(member);
  const isField = ts.isPropertyDeclaration(member) || ts.isGetAccessor(member);
  if (!isField && !ts.isMethodDeclaration(member)) return [];
  const words = [
    isMarked(member, 'Static') ? 'static ' : '',
    isMarked(member, 'Readonly') || ts.isGetAccessor(member) ? 'readonly ' : '',
    member.name.getText(),
    member.questionToken ? '?' : '',
  ].join('');
  const doc = docOf(member.symbol);
  return [
    ...(doc ? [`    /** ${doc} */`] : []),
    `    ${words}${isField ? `: ${typeOf(member.symbol, member)}` : parametersOf(member)};`,
  ];
}

// A parameter marked `readonly` is also a field.
function constructorLines(member) {
  const fields = member.parameters
    .filter((each) => isMarked(each, 'Readonly') && isPublic(each))
    .map((each) => `    readonly ${each.name.getText()}: ${typeOf(each.symbol, each)};`);
  return [...fields, `    constructor(${parametersOf(member).replace(/^\(|\): [^:]*$/g, '')});`];
}

function typeOf(symbol, declaration) {
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  return checker.typeToString(type, declaration, ts.TypeFormatFlags.NoTruncation);
}

function parametersOf(declaration) {
  const signature = checker.getSignatureFromDeclaration(declaration);
  return checker.signatureToString(signature, declaration, ts.TypeFormatFlags.NoTruncation);
}

function print(node) {
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
}

function isMarked(declaration, modifier) {
  return Boolean(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags[modifier]);
}

// What is marked as `@internal` holds our own parts together.
function isPublic(member) {
  if (ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal')) return false;
  if (isMarked(member, 'Private') || isMarked(member, 'Protected')) return false;
  return !member.name || !(ts.isPrivateIdentifier(member.name) || ts.isComputedPropertyName(member.name));
}

function current() {
  try {
    return readFileSync(page, 'utf8');
  } catch {
    return '';
  }
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
