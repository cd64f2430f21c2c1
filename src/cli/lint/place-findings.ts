import { relative } from 'node:path';
import type { OpenApp } from '../../app/open-loaded-app';
import type { Compiler } from '../../generate/typescript-compiler';
import { SourcePositions, type SourcePosition } from '../../generate/source-positions';
import { ToolSites } from '../../generate/tool-sites';
import type { LintFinding, PlacedFinding } from '../../lint/finding';
import { argNotesOf, type ArgsClass } from '../../metadata';

/** Where the classes of an app are written. */
export interface AppSources {
  readonly ts: Compiler;
  readonly files: readonly string[];
  readonly sites: ToolSites;
}

/** Adds to each finding the class its tool comes from and, where the sources are there, the file and the line. */
export class FindingPlaces {
  private readonly sources = new Map<string, string>();
  private readonly args = new Map<string, ArgsClass>();
  private readonly positions: SourcePositions | undefined;

  constructor(
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

  place(finding: LintFinding): PlacedFinding {
    const { kind, name, field } = finding.subject;
    if (kind !== 'tool') return finding;
    const source = this.sources.get(name);
    const at = source === undefined ? undefined : this.find(source, name, field);
    return { ...finding, source, ...(at && { file: relative(this.cwd, at.file), line: at.line }) };
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
