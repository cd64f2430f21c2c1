import { isError } from '../base/any-realm';
import { exceptionMessage } from '../base/exception';
import { writtenPlace } from '../base/written-place';
import { AuthorError, CompilerSettingsError } from '../errors';
import { isMistake } from './app-mistakes';
import { placeInStack, placeOfLine, placeOfSyntaxError } from './place-of-error';

interface Failure {
  readonly file: string;
  readonly message: string;
  readonly place: string | undefined;
}

interface Explanation {
  readonly place?: string | undefined;
  readonly problem: string;
  readonly cure: string;
  /** Whether it is about what the compiler wrote rather than about the source. */
  readonly ofBuild?: true;
  readonly bySettings?: true;
}

/** Explains why a module can't be loaded: where, what is wrong, and how to put it right. The error itself is its cause. */
export function explainLoadFailure(file: string, error: unknown): Error {
  if (isMistake(error)) return error;
  const message = exceptionMessage(error);
  const failure = { file, message, place: placeInStack(error) };
  const found = EXPLAINED.map((explain) => explain(failure, error)).find((one) => one !== undefined);
  const { place = failure.place ?? file, problem, cure, ofBuild, bySettings } = found ?? thrown(failure);
  const Mistake = bySettings ? CompilerSettingsError : AuthorError;
  const shown = ofBuild ? place : writtenPlace(place);
  return Object.assign(new Mistake(shown, problem, cure), { cause: error });
}

type Explain = (failure: Failure, error: unknown) => Explanation | undefined;

const EXPLAINED: readonly Explain[] = [
  wrongKind,
  missingModule,
  missingExport,
  usedTooEarly,
  keptDecorators,
  onlyLegacyDecorators,
  unparsable,
];

const FOLLOWS = '("module": "nodenext" in tsconfig.json follows package.json)';

function wrongKind({ message }: Failure): Explanation | undefined {
  if (/^Cannot use import statement outside a module|^Unexpected token 'export'/.test(message))
    return {
      problem: 'is an ES module, but the package.json above it makes it CommonJS.',
      ofBuild: true,
      cure: `Set "type": "module" there, or have the compiler write CommonJS ${FOLLOWS}.`,
    };
  const [, name] =
    /^(exports|require|module|__dirname|__filename) is not defined in ES module scope/.exec(message) ?? [];
  if (name === undefined) return undefined;
  return {
    problem: `uses ${name} of CommonJS, but the package.json above it makes it an ES module.`,
    ofBuild: true,
    cure: `Remove "type": "module" there, or have the compiler write ES modules ${FOLLOWS}.`,
  };
}

function missingModule({ file, message }: Failure, error: unknown): Explanation | undefined {
  const { code, requireStack } = error as { code?: string; requireStack?: string[] };
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return undefined;
  const [, name = '', , importer] =
    /^Cannot find (?:module|package) '([^']+)'(?:( imported from )(.+))?/.exec(message) ?? [];
  const from = importer ?? requireStack?.[0] ?? file;
  const last = name
    .split(/[\\/]/)
    .at(-1)!
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const place = placeOfLine(from, new RegExp(`['"/]${last}['"]`))?.place ?? from;
  if (/^[./\\]|^[A-Z]:/.test(name))
    return {
      place,
      problem: `imports ${name}, which does not exist.`,
      cure: 'Correct the path, or compile it.',
    };
  const toInstall = packageOf(name);
  return {
    place,
    problem: `imports ${name}, which is not installed.`,
    cure: `Run npm install ${toInstall}.`,
  };
}

// npm would take `left/pad` for a repository of somebody called left.
function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

function missingExport({ file, message }: Failure): Explanation | undefined {
  const [, from, name] =
    /^The requested module '([^']+)' does not provide an export named '([^']+)'/.exec(message) ?? [];
  if (name === undefined) return undefined;
  const line = placeOfLine(file, new RegExp(`\\b${name}\\b.*['"]${from!.replace(/\W/g, '\\$&')}['"]`));
  return {
    place: line?.place,
    problem: `imports ${name} from ${from}, which exports nothing of that name.`,
    cure: 'Correct the name.',
  };
}

function usedTooEarly({ message }: Failure): Explanation | undefined {
  const [, name] = /^Cannot access '(.+)' before initialization/.exec(message) ?? [];
  if (name === undefined) return undefined;
  return {
    problem: `uses ${name} before it is declared.`,
    cure: `Declare ${name} above what uses it; if it is in another module, the two import each other: move it to a third.`,
  };
}

function keptDecorators({ file }: Failure, error: unknown): Explanation | undefined {
  if ((error as { name?: unknown } | undefined)?.name !== 'SyntaxError') return undefined;
  const line = placeOfLine(file, KEPT);
  if (!line) return undefined;
  const [, name] = KEPT.exec(line.text)!;
  return {
    place: line.place,
    problem: `still has the decorator @${name}, which no engine runs: the compiler's target leaves decorators as they are.`,
    ofBuild: true,
    bySettings: true,
    cure: 'Set "target": "es2022", "experimentalDecorators": true and "emitDecoratorMetadata": true in tsconfig.json, and compile again.',
  };
}

// In CommonJS the compiler writes `@(0, toolwright_1.Arg)('Name')`.
const KEPT =
  /^\s*(?:export\s+(?:default\s+)?)?@(?:\(\s*0\s*,\s*)?(?:[\w$]+\.)*([A-Za-z_$][\w$]*)\)?(?=[\s(]|$)/;

function onlyLegacyDecorators(_: Failure, error: unknown): Explanation | undefined {
  const [, name] = (isError(error) && APPLIED.exec(error.stack ?? '')) || [];
  if (name === undefined) return undefined;
  return {
    problem: `uses a decorator of ${name}, but is compiled with standard decorators, which ${name} doesn't know.`,
    bySettings: true,
    cure: `${name} needs "experimentalDecorators": true in tsconfig.json; set it together with "emitDecoratorMetadata": true, and compile again.`,
  };
}

// The function with which tsc, esbuild, swc or Babel applies a standard decorator, right below one of a package that knows only legacy ones.
const APPLIED =
  /node_modules[\\/](class-validator|class-transformer|typedi)[\\/][^\n]*\n\s+at (?:__esDecorate|__decorateElement|\w*apply\w*Dec\w*|memberDec)\b/i;

function unparsable({ file, message, place }: Failure, error: unknown): Explanation | undefined {
  if ((error as { name?: unknown } | undefined)?.name !== 'SyntaxError') return undefined;
  return {
    place: place ?? placeOfSyntaxError(file),
    problem: `is not valid JavaScript: ${message}.`,
    ofBuild: true,
    cure: 'Correct it there.',
  };
}

function thrown({ message }: Failure): Explanation {
  return {
    problem: `throws while it is loaded: ${message.trimEnd().replace(/\.$/, '')}.`,
    cure: "Correct that; what may fail belongs into the app's 'start' or into a tool.",
  };
}
