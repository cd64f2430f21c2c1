import { invalidArguments } from '../invalid-arguments';
import { Result } from '../result';
import {
  ExpressionError,
  parseExpression,
  printExpression,
  withPattern,
  type Expression,
} from './expression';
import { documentUri, formatDocuments, type ContentFormat } from './join-documents';
import { withHint, type Hints } from './content-hints';
import { combine, readFrontMatter, type FrontMatter } from './frontmatter';
import {
  UnreadableError,
  type ContentLibrary,
  type FoundDocument,
  type FoundDocuments,
  type LoadedDocument,
} from './document-library';
import { loadDocuments } from './load-documents';
import { categoryDirectory, placeProblems } from './document-place';
import { planContent, UnknownNameError, type Names, type Want } from './expression-plan';
import { OutsideRootError } from './document-root';

/** A request for content. */
export interface ContentRequest {
  readonly expression: string;
  readonly pattern?: string;
  readonly format: ContentFormat;
  readonly signal?: AbortSignal;
}

/** Returns the content that an expression selects, as one text with its instruction; no match is a success that says so. */
export async function getContent(
  library: ContentLibrary,
  names: Names,
  request: ContentRequest,
): Promise<Result<string>> {
  try {
    const expression = readExpression(request);
    const wants = planContent(expression, names);
    return await gather(library, wants, expression, request);
  } catch (error) {
    return contentFailure(error, names, library.hints);
  }
}

/** Turns an error into a failure that an agent can act on; rethrows unexpected errors. */
export function contentFailure(error: unknown, names: Names, hints: Hints): Result<never> {
  if (error instanceof ExpressionError) {
    return invalidArguments([{ field: 'expression', message: error.message }], {
      error: `Invalid expression: ${error.message}`,
      instruction: 'Correct the expression: names separated by commas, each with optional /pattern+pattern.',
      data: { position: error.position, expression: error.source.slice(0, 200) },
    });
  }
  if (error instanceof UnknownNameError) {
    const known = [...names.collections.keys(), ...names.categories.keys()];
    const joined = error.unknown.includes('+')
      ? "'+' joins patterns after a slash; separate names with commas. "
      : '';
    return Result.failure(`Not found: ${error.message}`, 'not_found', {
      instruction: known.length
        ? `${joined}Known collections and categories: ${known.slice(0, 50).join(', ')}.`
        : `${withHint('This project has no categories yet', hints.no_categories)}.`,
      errorData: { name: error.unknown },
    });
  }
  if (error instanceof OutsideRootError) return Result.failure(error.message, 'security_error');
  if (error instanceof UnreadableError) {
    return Result.failure(error.message, 'file_read_error', {
      errorData: { category: error.document.category, path: error.document.path },
    });
  }
  throw error;
}

function readExpression(request: ContentRequest): Expression {
  const expression = parseExpression(request.expression);
  return request.pattern === undefined ? expression : withPattern(expression, request.pattern);
}

async function gather(
  library: ContentLibrary,
  wants: readonly Want[],
  expression: Expression,
  request: ContentRequest,
): Promise<Result<string>> {
  const findings = await library.find(wants, { ...(request.signal && { signal: request.signal }) });
  const { loaded, notText, tooMuch, unreadable } = await loadDocuments(library, findings.documents);
  const place = await library.place();
  const wrong = findings.missing.length ? await placeProblems(place, wants) : [];
  if (!loaded.length && !tooMuch.length) {
    const [first] = unreadable;
    if (first) throw first;
    const searched = new Set(wants.map(({ category }) => categoryDirectory(place, category.dir)));
    return nothingFound(
      printExpression(expression),
      notText,
      [...findings.problems, ...wrong],
      [...searched],
    );
  }
  const matter = await Promise.all(loaded.map((document) => readFrontMatter(document.text)));
  const shown = loaded.map((document, index) => ({ ...document, body: matter[index]!.body }));
  const unsaid = leftOut(findings, tooMuch, unreadable);
  const nothing = findings.missing.length ? [`Nothing found for ${findings.missing.join(', ')}.`] : [];
  const remarks = [...nothing, ...(notText.length ? [omitted(notText)] : [])];
  const notes = [
    ...nothing,
    ...[...wrong, ...findings.problems, ...unreadable.map((error) => error.message)].map(
      (text) => `Note: ${text}.`,
    ),
    ...findings.cut.map(onlyTheFirst),
    ...(notText.length ? [omitted(notText)] : []),
    ...(tooMuch.length ? [tooLarge(tooMuch)] : []),
    ...problems(loaded, matter),
  ];
  return Result.ok(formatDocuments(shown, request.format), {
    ...combine(matter),
    ...(notes.length && { message: notes.join('\n') }),
    page: { ...(unsaid && { skipped: unsaid }), ...(remarks.length && { remark: remarks.join(' ') }) },
  });
}

// What code that asked for all of it would miss.
function leftOut(
  { cut, problems: unsearched }: FoundDocuments,
  tooMuch: readonly FoundDocument[],
  unreadable: readonly UnreadableError[],
): string {
  return [
    ...cut.map(onlyTheFirst),
    ...unsearched.map((problem) => `${problem}.`),
    ...unreadable.map(({ message }) => `${message}.`),
    ...(tooMuch.length ? [tooLarge(tooMuch)] : []),
  ].join(' ');
}

function onlyTheFirst(pattern: string): string {
  return `Only the first documents of ${pattern} are shown; narrow the pattern for the rest.`;
}

function tooLarge(documents: readonly FoundDocument[]): string {
  return `Too large for one reply; read these as resources: ${documents.map(uriOf).join(', ')}.`;
}

function omitted(documents: readonly FoundDocument[]): string {
  return `Omitted because they are not text: ${documents.map(nameOf).join(', ')}.`;
}

function nothingFound(
  expression: string,
  notText: readonly FoundDocument[],
  wrong: readonly string[],
  searched: readonly string[],
): Result<string> {
  const left = notText.length ? ` (${notText.length} matching files are not text)` : '';
  const why = wrong.length ? `: ${wrong.join('; ')}` : '';
  const toCorrect = wrong.length ? 'directory' : 'pattern';
  return Result.ok(`No matching content found for '${expression}'${left}${why}`, {
    message: `Looked in ${searched.slice(0, 20).join(', ')}.`,
    instruction: `Show this to the user so that they can correct the ${toCorrect}. Do not make up the content.`,
  });
}

function problems(documents: readonly LoadedDocument[], matter: readonly FrontMatter[]): string[] {
  return documents.flatMap((document, index) => {
    const problem = matter[index]!.problem;
    return problem ? [`The front matter of ${nameOf(document)} was treated as text: ${problem}`] : [];
  });
}

function nameOf(document: FoundDocument): string {
  return `${document.category}/${document.path}`;
}

function uriOf(document: FoundDocument): string {
  return documentUri(document.category, document.path);
}
