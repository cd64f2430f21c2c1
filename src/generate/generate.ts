import { relative } from 'node:path';
import { sameJson } from '../json/same-json';
import type { ToolClass } from '../decorators';
import type { Manifest, ManifestTool } from '../tool/manifest';
import { argNotesOf, designTypeOf, type ArgNote, type ArgsClass, type ToolNote } from '../metadata';
import { AuthorErrors } from '../author-problems';
import { AuthorError } from '../errors';
import { planOf } from '../schema/args-schema';
import type { TypeFacts } from '../schema/field-facts';
import { factProblem, fieldFact, type FieldType } from '../schema/field-facts';
import { manifestEntryOf } from '../tool/manifest-entry';
import { noteOfTool } from '../tool/tool-note';
import { contradictions } from './type-contradictions';
import type { FieldReading, TypeReader } from './read-types';
import type { SourcePosition, SourcePositions } from './source-positions';
import { wrongExamples } from '../tool/wrong-examples';

/** The input of the generator. */
export interface GenerateRequest {
  readonly tools: readonly ToolClass[];
  /** Absent if only the decorators are to be used. */
  readonly sourceFiles: readonly string[];
  readonly tsconfig: string;
  readonly root: string;
}

/** The manifest, and every contradiction between notes, types and examples, with file and line. */
export interface GeneratedManifest {
  readonly manifest: Manifest;
  readonly problems: readonly string[];
}

/** Combines the types of args classes with the notes of their decorators. */
export async function generate(request: GenerateRequest): Promise<GeneratedManifest> {
  const sources = request.sourceFiles.length ? await readSources(request) : undefined;
  const run = new Generation(request, sources);
  if (sources) for (const tool of request.tools) run.readTypes(noteOfTool(tool), sources);
  const manifest = await run.manifest();
  return { manifest, problems: run.problems };
}

interface Sources {
  readonly positions: SourcePositions;
  readonly reader: TypeReader;
}

// The compiler is loaded only if there is something to read.
async function readSources({ sourceFiles, tsconfig }: GenerateRequest): Promise<Sources> {
  const { loadCompiler } = await import('./typescript-compiler.js');
  const { SourcePositions } = await import('./source-positions.js');
  const { TypeReader } = await import('./read-types.js');
  const ts = loadCompiler();
  return {
    positions: new SourcePositions(ts, sourceFiles),
    reader: new TypeReader(ts, tsconfig, sourceFiles),
  };
}

class Generation {
  readonly problems: string[] = [];
  private readonly facts: Record<string, Record<string, FieldType>> = {};
  private readonly seen = new Set<ArgsClass>();
  private readonly refused = new Set<ArgsClass>();

  constructor(
    private readonly request: GenerateRequest,
    private readonly sources: Sources | undefined,
  ) {}

  readTypes(note: ToolNote, sources: Sources): void {
    if (note.args) this.readClass(note.args, sources);
    if (note.output) this.readClass(note.output, sources);
  }

  async manifest(): Promise<Manifest> {
    const tools: ManifestTool[] = [];
    for (const cls of this.request.tools) {
      const { args, output } = noteOfTool(cls);
      if ([args, output].some((described) => described && this.refused.has(described))) continue;
      if (await this.refusesOwnExample(cls)) continue;
      const entry = this.attempt(cls.name, undefined, () => manifestEntryOf(cls, this.facts));
      if (entry) tools.push(entry);
    }
    tools.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { tools, types: this.neededFacts() };
  }

  // A class that has no schema is reported as such, not through its examples.
  private async refusesOwnExample(cls: ToolClass): Promise<boolean> {
    const wrong = await wrongExamples(noteOfTool(cls), this.facts).catch(() => []);
    for (const { index, problem } of wrong)
      this.report(cls.name, `examples[${index}]`, `is invalid: ${problem}. Correct the example`);
    return wrong.length > 0;
  }

  private readClass(cls: ArgsClass, sources: Sources): void {
    const { positions, reader } = sources;
    if (this.seen.has(cls)) return;
    this.seen.add(cls);
    if (!positions.find(cls.name))
      return this.report(cls.name, undefined, 'is not in the source files; specify them with --sources');
    const second = positions.findSecond(cls.name);
    if (second)
      return this.report(
        cls.name,
        undefined,
        `is also the name of a class at ${this.place(second)}; types are looked up by name: rename one, or narrow --sources`,
      );
    const read = reader.fieldsOf(cls.name);
    this.facts[cls.name] = factsOf(read);
    const before = this.problems.length;
    this.reportUnreadable(cls, read);
    if (this.problems.length > before) return;
    const plan = this.attempt(cls.name, undefined, () => planOf(cls, { ...this.facts }));
    if (!plan) return void this.refused.add(cls);
    this.reportFieldsWithoutNotes(cls, positions);
    const initial = new cls() as Record<string, unknown>;
    for (const { note, schema, nested } of plan.fields) {
      if (nested) this.readClass(nested, sources);
      const found = read.get(note.key);
      if (!found) this.report(cls.name, note.key, 'has @Arg, but its type could not be read');
      if (!found?.type) continue;
      for (const problem of contradictions(note, found.type, schema, initial[note.key] !== undefined)) {
        this.report(cls.name, note.key, problem, found.at);
      }
    }
  }

  // A type that JSON cannot carry is refused whatever is stated; another that has no schema only where nothing is stated.
  private reportUnreadable(cls: ArgsClass, read: ReadonlyMap<string, FieldReading>): void {
    for (const { key, stated, explicit } of argNotesOf(cls)) {
      const { refusal, at, type: fact } = read.get(key) ?? {};
      const { type, enum: allowed, items, values, schema } = stated;
      const isStated = explicit !== undefined || (type ?? allowed ?? items ?? values ?? schema) !== undefined;
      const missing = !fact || isStated ? undefined : unnamedClass(cls, key, fact);
      const problem = refusal && (refusal.unsendable || !isStated) ? refusal.message : missing;
      if (problem === undefined) continue;
      this.refused.add(cls);
      this.report(cls.name, key, problem, at);
    }
  }

  private reportFieldsWithoutNotes(cls: ArgsClass, positions: SourcePositions): void {
    const noted = new Set(argNotesOf(cls).map((note: ArgNote) => note.key));
    for (const field of positions.fieldsOf(cls.name)) {
      if (!noted.has(field)) this.report(cls.name, field, 'has no @Arg: describe it, or make it private');
    }
  }

  // Only what the notes alone do not say is needed at run time.
  private neededFacts(): TypeFacts {
    const needed: Record<string, Record<string, FieldType>> = {};
    for (const cls of this.seen) {
      const facts = this.facts[cls.name];
      if (facts && !needsNoTypeFacts(cls, this.facts)) needed[cls.name] = facts;
    }
    return needed;
  }

  private attempt<T>(className: string, field: string | undefined, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (error instanceof AuthorErrors) for (const each of error.problems) this.reportAuthorError(each);
      else if (error instanceof AuthorError) this.reportAuthorError(error);
      else this.report(className, field, (error as Error).message);
      return undefined;
    }
  }

  // Its message begins with its place, which may be a field of a nested class.
  private reportAuthorError({ place, message }: AuthorError): void {
    const [className, field] = place.split('.');
    const at = this.sources?.positions.find(className!, field);
    this.problems.push(`${at ? `${this.place(at)}: ` : ''}${message}`);
  }

  private report(
    className: string,
    field: string | undefined,
    problem: string,
    found?: SourcePosition,
  ): void {
    const at = found ?? this.sources?.positions.find(className, field);
    const place = at ? `${this.place(at)}: ` : '';
    this.problems.push(`${place}${className}${field === undefined ? '' : `.${field}`} ${problem}`);
  }

  private place({ file, line }: SourcePosition): string {
    return `${relative(this.request.root, file)}:${line}`;
  }
}

function unnamedClass(cls: ArgsClass, key: string, fact: FieldType): string | undefined {
  const problem = factProblem(fieldFact(fact)!.value, designTypeOf(cls, key));
  return problem && `${problem.what} ${problem.cure}`;
}

function factsOf(read: ReadonlyMap<string, FieldReading>): Record<string, FieldType> {
  const facts: Record<string, FieldType> = {};
  for (const [key, { type }] of read) if (type) facts[key] = type;
  return facts;
}

function needsNoTypeFacts(cls: ArgsClass, facts: TypeFacts): boolean {
  try {
    return sameJson(planOf(cls).schema, planOf(cls, facts).schema);
  } catch {
    return false;
  }
}
