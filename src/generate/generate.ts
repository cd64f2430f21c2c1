import { relative } from 'node:path';
import { sameJson } from '../json/same-json';
import type { ToolClass } from '../decorators';
import type { Manifest, ManifestTool } from '../tool/manifest';
import { argNotesOf, type ArgNote, type ArgsClass, type ToolNote } from '../metadata';
import { accessesOf } from '../schema/declared-accesses';
import { planOf, type FieldType, type TypeFacts } from '../schema/args-schema';
import { describeToolClass, explicitOf, noteOfTool, secretsOf } from '../tool/annotated-tool';
import { contradictions } from './contradictions';
import type { TypeReader } from './read-types';
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

// The compiler and the schema generator are loaded only if there is something to read.
async function readSources({ sourceFiles, tsconfig }: GenerateRequest): Promise<Sources> {
  const { SourcePositions } = await import('./source-positions.js');
  const { TypeReader } = await import('./read-types.js');
  return { positions: new SourcePositions(sourceFiles), reader: new TypeReader(tsconfig, sourceFiles) };
}

class Generation {
  readonly problems: string[] = [];
  private readonly facts: Record<string, Record<string, FieldType>> = {};
  private readonly seen = new Set<ArgsClass>();

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
      if (await this.refusesOwnExample(cls)) continue;
      const entry = this.attempt(cls.name, undefined, () => manifestTool(cls, this.facts));
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
    const types = this.attempt(cls.name, undefined, () => reader.fieldsOf(cls));
    if (!types) return;
    this.facts[cls.name] = types;
    const plan = this.attempt(cls.name, undefined, () => planOf(cls, { ...this.facts }));
    if (!plan) return;
    this.reportFieldsWithoutNotes(cls, positions);
    const initial = new cls() as Record<string, unknown>;
    for (const { note, schema, nested } of plan.fields) {
      if (nested) this.readClass(nested, sources);
      const type = types[note.key];
      if (!type) {
        this.report(cls.name, note.key, 'has @Arg, but its type could not be read');
        continue;
      }
      for (const problem of contradictions(note, type, schema, initial[note.key] !== undefined)) {
        this.report(cls.name, note.key, problem);
      }
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
      this.report(className, field, (error as Error).message);
      return undefined;
    }
  }

  private report(className: string, field: string | undefined, problem: string): void {
    const at = this.sources?.positions.find(className, field);
    const place = at ? `${this.place(at)}: ` : '';
    this.problems.push(`${place}${className}${field === undefined ? '' : `.${field}`} ${problem}`);
  }

  private place({ file, line }: SourcePosition): string {
    return `${relative(this.request.root, file)}:${line}`;
  }
}

function needsNoTypeFacts(cls: ArgsClass, facts: TypeFacts): boolean {
  try {
    return sameJson(planOf(cls).schema, planOf(cls, facts).schema);
  } catch {
    return false;
  }
}

function manifestTool(cls: ToolClass, facts: TypeFacts): ManifestTool {
  const note = noteOfTool(cls);
  const { description, summary, inputSchema, outputSchema, annotations } = describeToolClass(cls, facts);
  const explicit = explicitOf(note);
  const secrets = secretsOf(note);
  const accesses = note.args ? accessesOf(note.args, facts) : [];
  const { prefix, category, tags, enabled, enabledBy, timeoutSeconds, answerBudget, synchronous } = note;
  const entry = {
    name: note.name,
    className: cls.name,
    prefix,
    category,
    tags,
    enabled,
    enabledBy,
    timeoutSeconds,
    answerBudget,
    synchronous,
    explicit,
  };
  const stated = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
  return {
    ...(stated as unknown as ManifestTool),
    ...(secrets.length && { secrets: [...secrets] }),
    ...(accesses.length && { accesses }),
    description,
    summary,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  };
}
