import { existsSync } from 'node:fs';
import type * as TypeScript from 'typescript';
import { forgottenArgs, forgottenNote } from '../generate/forgotten-args';
import { filesOfApp } from '../generate/files-of-app';
import type { BuildMessage, BuildRequest } from './build-messages';
import { CompilerTurns } from './compiler-turns';
import { hasChanged } from './file-stamps';
import { missingFilesOf } from './missing-files';
import { MissingWatch } from './missing-watch';
import { BuildSources } from './build-sources';

type FromCompiler = Exclude<BuildMessage, { kind: 'noted' }>;

// More than a screen of them helps nobody.
const MOST_PROBLEMS = 20;

// For clients that only wait for news: a call looks by itself. It takes some 2 µs a file.
const LOOK_MS = 500;

/**
 * Compiles a project whenever one of its files is saved, with the project's own compiler. What it writes is what `tsc`
 * would write; while there are type errors it writes nothing. Returns a function that has it look for saves that it was not told of.
 */
export function compileProject(
  ts: typeof TypeScript,
  { tsconfig, source }: BuildRequest,
  report: (message: BuildMessage) => void,
): () => void {
  const sources = new BuildSources(ts, tsconfig);
  let told = false;
  const tell = (message: FromCompiler): void => {
    told = true;
    report(
      message.kind === 'changed' || message.kind === 'impossible'
        ? message
        : { ...message, madeOf: sources.stamps },
    );
  };
  const turns = new CompilerTurns({
    changed: () => tell({ kind: 'changed' }),
    before: () => sources.lookAtDirectories(),
    run: (turn) => {
      sources.sawDirectories();
      told = false;
      turn();
      if (!told) tell({ kind: 'unchanged' });
    },
  });
  const { setTimeout, clearTimeout } = turns;
  const { readFile, watchFile } = sources;
  const quiet = { write: () => undefined, clearScreen: () => undefined };
  const system: TypeScript.System = { ...ts.sys, ...quiet, setTimeout, clearTimeout, readFile, watchFile };
  const host = ts.createWatchCompilerHost(
    tsconfig,
    undefined,
    system,
    ts.createEmitAndSemanticDiagnosticsBuilderProgram,
    (diagnostic) => tell({ kind: 'refused', problems: [written(ts, diagnostic)] }),
    () => undefined,
    // Otherwise it hears of new files a second later.
    { synchronousWatchDirectory: true },
  );
  const beginAnew = (): void => {
    tell({ kind: 'changed' });
    watching.close();
    sources.forget();
    watching = ts.createWatchProgram(host);
  };
  const missing = new MissingWatch(beginAnew);
  host.afterProgramCreate = (program) => {
    sources.builtOf(program);
    tell(built(ts, program, source));
    missing.take(missingFilesOf(ts, program));
  };
  let watching = ts.createWatchProgram(host);
  const look = (): void => {
    if (turns.any) return;
    sources.lookAtDirectories();
    // Events of what was saved before are on their way.
    setImmediate(() => {
      if (turns.any || missing.look()) return;
      const changed = sources.tellChanged();
      if (turns.any) return;
      if (changed) return beginAnew();
      sources.sawDirectories();
      tell({ kind: 'unchanged' });
    });
  };
  // The system may report nothing: of network file systems, of memory maps, or of a file that is deleted and soon written again.
  setInterval(() => {
    if (!turns.any && hasChanged(sources.stamps)) look();
  }, LOOK_MS);
  return look;
}

function built(
  ts: typeof TypeScript,
  program: TypeScript.EmitAndSemanticDiagnosticsBuilderProgram,
  source: string,
): FromCompiler {
  const file = program.getSourceFile(source);
  if (!file)
    return { kind: 'refused', problems: [`${source} is not part of the project: add it to "include"`] };
  const entry = outputOf(ts, program, source);
  const found = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ].filter(({ category }) => category === ts.DiagnosticCategory.Error);
  if (found.length) {
    const problems = found.slice(0, MOST_PROBLEMS).map((each) => written(ts, each));
    if (found.length > MOST_PROBLEMS) problems.push(`and ${found.length - MOST_PROBLEMS} more`);
    return { kind: 'refused', problems, ...(existsSync(entry) && { entry }) };
  }
  program.emit();
  // It writes what has changed; somebody may have deleted the rest.
  if (isOutputMissing(ts, program)) program.getProgram().emit();
  return { kind: 'built', entry, notes: forgottenIn(ts, program, source) };
}

function forgottenIn(
  ts: typeof TypeScript,
  program: TypeScript.EmitAndSemanticDiagnosticsBuilderProgram,
  app: string,
): string[] {
  const own = program
    .getSourceFiles()
    .filter(({ isDeclarationFile, fileName }) => !isDeclarationFile && !fileName.includes('/node_modules/'));
  const files = own.map(({ fileName }) => fileName);
  const judged = new Set(filesOfApp(ts, { files, app, options: program.getCompilerOptions() }));
  return forgottenArgs(
    ts,
    own.filter(({ fileName }) => judged.has(fileName)),
  ).map(forgottenNote);
}

// A project that its compiler only checks is loaded from its sources, by whatever loads TypeScript there.
function outputOf(
  ts: typeof TypeScript,
  program: TypeScript.EmitAndSemanticDiagnosticsBuilderProgram,
  source: string,
): string {
  const options = program.getCompilerOptions();
  if (options.noEmit || options.emitDeclarationOnly) return source;
  const fileNames = [...program.getProgram().getRootFileNames()];
  const ignoresCase = !ts.sys.useCaseSensitiveFileNames;
  const outputs = ts.getOutputFileNames({ options, fileNames, errors: [] }, source, ignoresCase);
  return outputs.find((name) => /\.[cm]?js$/.test(name)) ?? source;
}

function isOutputMissing(
  ts: typeof TypeScript,
  program: TypeScript.EmitAndSemanticDiagnosticsBuilderProgram,
): boolean {
  const sources = program.getProgram().getRootFileNames();
  return sources.some((file) => !/\.d\.[cm]?ts$/.test(file) && !existsSync(outputOf(ts, program, file)));
}

function written(ts: typeof TypeScript, diagnostic: TypeScript.Diagnostic): string {
  const { file, start, code, messageText } = diagnostic;
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (!file || start === undefined) return `error TS${code}: ${text}`;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${line + 1}:${character + 1} error TS${code}: ${text}`;
}
