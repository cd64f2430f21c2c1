import type * as TypeScript from 'typescript';

/** Files that a program lacks by name, each with a function that says whether it can be found now. */
export type MissingFiles = ReadonlyMap<string, () => boolean>;

// "Cannot find module", with and without advice about moduleResolution; "File not found".
const NO_MODULE = [2307, 2792];
const NO_FILE = 6053;

/** Returns the imports and files that a program reports as not found. */
export function missingFilesOf(
  ts: typeof TypeScript,
  program: TypeScript.EmitAndSemanticDiagnosticsBuilderProgram,
): MissingFiles {
  const missing = new Map<string, () => boolean>();
  for (const { code, file, start, length, messageText } of [
    ...program.getOptionsDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ]) {
    if (NO_MODULE.includes(code) && file && start !== undefined) {
      const name = file.text.slice(start + 1, start + (length ?? 0) - 1);
      missing.set(`${file.fileName}: ${name}`, () => isFound(ts, program, file, name));
    } else if (code === NO_FILE) {
      const path = /'([^']+)'/.exec(ts.flattenDiagnosticMessageText(messageText, '\n'))?.[1];
      if (path !== undefined) missing.set(path, () => ts.sys.fileExists(path));
    }
  }
  return missing;
}

function isFound(
  ts: typeof TypeScript,
  program: TypeScript.EmitAndSemanticDiagnosticsBuilderProgram,
  file: TypeScript.SourceFile,
  name: string,
): boolean {
  const options = program.getCompilerOptions();
  const found = ts.resolveModuleName(
    name,
    file.fileName,
    options,
    ts.sys,
    undefined,
    undefined,
    file.impliedNodeFormat,
  );
  return found.resolvedModule !== undefined;
}
