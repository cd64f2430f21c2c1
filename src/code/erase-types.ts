import { SourceMap } from 'node:module';

// A call with type arguments, `list<Item>(…)`, is a comparison to JavaScript: it runs, and is wrong.
const TYPE_ARGUMENTS = /[\w$]<[\w$][\w$\s,.[\]|{}:;"'<>]*>\(/;

/** A line and a column, both counted from one. */
export interface CodePlace {
  readonly line: number;
  readonly column: number;
}

/** TypeScript as JavaScript, on the same lines. */
export interface ErasedTypes {
  readonly code: string;
  /** Finds the place in the TypeScript of a place in the JavaScript. */
  original(place: CodePlace): CodePlace;
}

/** Why code is not TypeScript, and where. */
export interface ErasingProblem extends CodePlace {
  readonly message: string;
}

/** Returns whether code that also parses as JavaScript is more likely TypeScript. */
export function looksTyped(code: string): boolean {
  return TYPE_ARGUMENTS.test(code);
}

/** Turns TypeScript into JavaScript on the same lines; or says where it is not TypeScript either. */
export async function eraseTypes(code: string): Promise<ErasedTypes | ErasingProblem> {
  const { transform } = await import('sucrase');
  const how = {
    transforms: ['typescript' as const],
    disableESTransforms: true,
    keepUnusedImports: true,
  };
  // Made only for an error.
  const mapped = (): SourceMap => {
    const options = { filePath: 'code.ts', sourceMapOptions: { compiledFilename: 'code.js' } };
    return new SourceMap(transform(code, { ...how, ...options }).sourceMap as never);
  };
  try {
    const erased = transform(code, how).code;
    return { code: erased, original: (place) => originalPlace(mapped(), place) };
  } catch (error) {
    const { message, loc } = error as Error & { loc?: CodePlace };
    return { message: message.replace(/ \(\d+:\d+\)$/, ''), line: loc?.line ?? 1, column: loc?.column ?? 1 };
  }
}

function originalPlace(map: SourceMap, { line, column }: CodePlace): CodePlace {
  const entry = map.findEntry(line - 1, column - 1);
  if (!('originalColumn' in entry) || entry.generatedLine !== line - 1) return { line, column };
  return { line: entry.originalLine + 1, column: entry.originalColumn + column - entry.generatedColumn };
}
