import { relative } from 'node:path';
import type { OpenApp } from '../../app/open-loaded-app';
import type { Compiler } from '../../generate/typescript-compiler';
import { SourcePositions, type SourcePosition } from '../../generate/source-positions';
import { ToolSites } from '../../generate/tool-sites';
import type { LintFinding, PlacedFinding } from '../../lint/finding';
import { argNotesOf, promptNoteOf, type ArgsClass } from '../../metadata';
import { UriTemplate } from '../../registries/uri-template';

/** Where the classes of an app are written. */
export interface AppSources {
  readonly ts: Compiler;
  readonly files: readonly string[];
  /** What they are compiled by, if it is there. */
  readonly tsconfig?: string | undefined;
  readonly sites: ToolSites;
}

// The class behind a prompt or a resource, and the class of its arguments.
interface Written {
  readonly className: string;
  readonly args?: ArgsClass | undefined;
}

/** Follows the name of a class where its code made the subject, not its decorator. */
export const LISTING = '.list()';

/** Adds to each finding the class its subject comes from and, where the sources are there, the file and the line. */
export class FindingPlaces {
  private readonly sources = new Map<string, string>();
  private readonly args = new Map<string, ArgsClass>();
  private readonly others = new Map<string, Written>();
  private readonly templates: (Written & { readonly template: UriTemplate })[] = [];
  private readonly positions: SourcePositions | undefined;

  /** Reads which class each tool, prompt and resource of an app is written in. */
  static async of(open: OpenApp, app: AppSources | undefined, cwd: string): Promise<FindingPlaces> {
    const places = new FindingPlaces(open, app, cwd);
    for (const [name, cls] of await open.prompts.classes())
      places.others.set(`prompt ${name}`, { className: cls.name, args: promptNoteOf(cls)?.args });
    for (const [uri, { name }] of await open.resources.classes()) {
      places.others.set(`resource ${uri}`, { className: name });
      places.templates.push({ className: name, template: new UriTemplate(uri, name) });
    }
    return places;
  }

  private constructor(
    { registry }: OpenApp,
    private readonly app: AppSources | undefined,
    private readonly cwd: string,
  ) {
    const declared = registry.takeDeclared();
    for (const tool of registry.list()) {
      const name = registry.exposedName(tool);
      this.sources.set(name, tool.source);
      const args = declared[tool.name]?.args;
      if (args) this.args.set(name, args);
    }
    this.positions = app && new SourcePositions(app.ts, app.files);
  }

  place({ at: known, ...finding }: LintFinding): PlacedFinding {
    if (known) return this.placed(finding, undefined, known);
    const { kind, name, field } = finding.subject;
    if (kind === 'tool') {
      const source = this.sources.get(name);
      return this.placed(finding, source, source === undefined ? undefined : this.find(source, name, field));
    }
    const written = this.others.get(`${kind} ${name}`);
    const listing = written ? undefined : this.templates.find(({ template }) => template.match(name));
    const found = written ?? listing;
    const at = found && this.findOther(found, field);
    // Prompts that a file defines have a class of their own that nobody wrote.
    return at ? this.placed(finding, `class ${found.className}${listing ? LISTING : ''}`, at) : finding;
  }

  private placed(
    finding: LintFinding,
    source: string | undefined,
    at: SourcePosition | undefined,
  ): PlacedFinding {
    return { ...finding, source, ...(at && { file: relative(this.cwd, at.file), line: at.line }) };
  }

  private findOther({ className, args }: Written, field: string | undefined): SourcePosition | undefined {
    const inClass = field !== undefined && args ? this.fieldOf(args, [field]) : undefined;
    return inClass ?? this.positions?.find(className);
  }

  private find(source: string, tool: string, field: string | undefined): SourcePosition | undefined {
    const args = this.args.get(tool);
    const inClass = field !== undefined && args ? this.fieldOf(args, field.split('.')) : undefined;
    if (inClass) return inClass;
    const site = this.app?.sites.find(source);
    if (site) return { file: site.file, line: this.app!.sites.lineOf(site, field?.split(/[.[]/, 1)[0]) };
    return source.startsWith('class ') ? this.positions?.find(source.slice('class '.length)) : undefined;
  }

  // Follows a path of published names through nested classes to the field that it ends at.
  private fieldOf(cls: ArgsClass, [step = '', ...rest]: readonly string[]): SourcePosition | undefined {
    const note = argNotesOf(cls).find(({ wireName }) => wireName === step.replace(/(?:\[\])+$/, ''));
    if (!note) return this.positions?.find(cls.name);
    const { type, items, values } = note.stated;
    const inner = [type, items, values]
      .map((ref) => (typeof ref === 'object' ? ref.type : ref))
      .find(isThunk);
    return rest.length && inner ? this.fieldOf(inner(), rest) : this.positions?.find(cls.name, note.key);
  }
}

function isThunk(ref: unknown): ref is () => ArgsClass {
  return typeof ref === 'function';
}
