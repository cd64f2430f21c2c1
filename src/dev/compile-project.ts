import { existsSync } from 'node:fs';
import type * as TypeScript from 'typescript';
import { forgottenArgs, forgottenNote } from '../generate/forgotten-args';
import { filesOfApp } from '../generate/files-of-app';
import type { BuildMessage, BuildRequest } from './build-messages';
import { missingFilesOf, type MissingFiles } from './missing-files';

// The compiler waits for a quarter of a second after a save, for others to follow; editors are done much sooner.
const SETTLE_MS = 15;

// How often to look for a file that is missing.
const LOOK_MS = 300;

// More than a screen of them helps nobody.
const MOST_PROBLEMS = 20;

/**
 * Compiles a project whenever one of its files is saved, with the project's own compiler. What it writes is what `tsc`
 * would write; while there are type errors it writes nothing.
 */
export function compileProject(
  ts: typeof TypeScript,
  { tsconfig, source }: BuildRequest,
  report: (message: BuildMessage) => void,
): void {
  let told = false;
  const tell = (message: BuildMessage): void => {
    told = true;
    report(message);
  };
  const system: TypeScript.System = {
    ...ts.sys,
    write: () => undefined,
    clearScreen: () => undefined,
    setTimeout: (action: (...rest: unknown[]) => void, ms: number, ...rest: unknown[]) => {
      tell({ kind: 'changed' });
      return setTimeout(
        () => {
          told = false;
          action(...rest);
          if (!told) tell({ kind: 'unchanged' });
        },
        Math.min(ms, SETTLE_MS),
      );
    },
  };
  const host = ts.createWatchCompilerHost(
    tsconfig,
    undefined,
    system,
    ts.createEmitAndSemanticDiagnosticsBuilderProgram,
    (diagnostic) => tell({ kind: 'refused', problems: [written(ts, diagnostic)] }),
    () => undefined,
  );
  const whenFound = lookingForMissing(() => {
    tell({ kind: 'changed' });
    watching.close();
    watching = ts.createWatchProgram(host);
  });
  host.afterProgramCreate = (program) => {
    tell(built(ts, program, source));
    whenFound(missingFilesOf(ts, program));
  };
  let watching = ts.createWatchProgram(host);
}

// A file that is deleted and soon written again, as by `git checkout`, may stay missing for the compiler's watch for ever. Once
// for each time that one is missing, the watch is begun anew when the file can be found.
function lookingForMissing(beginAnew: () => void): (missing: MissingFiles) => void {
  const begunFor = new Set<string>();
  let looking: NodeJS.Timeout | undefined;
  return (missing) => {
    clearInterval(looking);
    for (const name of begunFor) if (!missing.has(name)) begunFor.delete(name);
    const open = [...missing].filter(([name]) => !begunFor.has(name));
    if (!open.length) return;
    looking = setInterval(() => {
      const found = open.filter(([, isThere]) => isThere());
      if (!found.length) return;
      clearInterval(looking);
      for (const [name] of found) begunFor.add(name);
      beginAnew();
    }, LOOK_MS);
  };
}

function built(
  ts: typeof TypeScript,
  program: TypeScript.EmitAndSemanticDiagnosticsBuilderProgram,
  source: string,
): BuildMessage {
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
  const outputs = ts.getOutputFileNames(
    { options, fileNames: [...program.getProgram().getRootFileNames()], errors: [] },
    source,
    !ts.sys.useCaseSensitiveFileNames,
  );
  return outputs.find((name) => /\.[cm]?js$/.test(name)) ?? source;
}

function written(ts: typeof TypeScript, diagnostic: TypeScript.Diagnostic): string {
  const { file, start, code, messageText } = diagnostic;
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (!file || start === undefined) return `error TS${code}: ${text}`;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${line + 1}:${character + 1} error TS${code}: ${text}`;
}
