import type { Logger } from '../logger';
import { TOOL_NAME } from '../base/names';
import type { ToolRegistry } from '../registries/tool-registry';
import { missingProgram, Probes } from './leaf-availability';
import { stepProblems } from './check-steps';
import type { Definition } from './definition';
import type { DefinitionHost } from './definition-host';
import { leafTool } from './leaf-tool';
import { leavesOf, type Leaf } from './leaves';
import { loadDefinitions, type DefinitionSources, type LoadedDefinition } from './load-definitions';
import { problemLine } from './definition-problem';

/** Dependencies of a definition set. */
export interface DefinitionSetOptions {
  readonly sources: DefinitionSources;
  readonly registry: ToolRegistry;
  readonly log: Logger;
  readonly host: Omit<DefinitionHost, 'call' | 'schemaOf' | 'definition'>;
}

// How long loading waits for probes; slower ones disable their tools when they fail later.
const PROBES_MS = 500;

/** The definitions a registry serves: loads them, keeps them in sync with their files, and removes them. */
export class DefinitionSet {
  private readonly host: DefinitionHost;
  private definitions = new Map<string, LoadedDefinition>();
  private readonly served = new Map<string, readonly string[]>();
  private loading: Promise<void> = Promise.resolve();

  constructor(private readonly options: DefinitionSetOptions) {
    const { registry } = options;
    this.host = {
      ...options.host,
      call: (tool, args, callOptions) => registry.call(tool, args, callOptions),
      schemaOf: (tool) => registry.get(tool)?.describe().inputSchema,
      definition: (name) => this.definition(name),
    };
  }

  definition(name: string): Definition | undefined {
    return this.definitions.get(name)?.definition;
  }

  /** Reads the files and updates the registry: removes what is gone, adds what is new or changed. */
  load(): Promise<void> {
    return (this.loading = this.loading.then(() => this.loadNow()));
  }

  private async loadNow(): Promise<void> {
    const { log, sources } = this.options;
    const { definitions, problems } = await loadDefinitions(sources);
    for (const problem of problems) log[problem.severity](problemLine(problem));
    const wanted = new Map(definitions.map((one) => [one.definition.name, one]));
    for (const [name, before] of this.definitions) {
      if (!isSame(before, wanted.get(name))) this.takeOut(name);
    }
    const added = definitions.filter((one) => !this.served.has(one.definition.name));
    this.definitions = wanted;
    const leaves = added.flatMap((one) => this.bringIn(one));
    for (const one of added) this.checkSteps(one);
    await this.checkPrograms(leaves);
  }

  private bringIn(one: LoadedDefinition): Leaf[] {
    const { registry, log } = this.options;
    const leaves = leavesOf(one.definition).filter((leaf) => {
      const other = registry.get(leaf.toolName);
      if (other)
        log.error(`${one.file}: ${leaf.toolName} is skipped because ${other.source} already has that name`);
      else if (!TOOL_NAME.test(leaf.toolName))
        log.error(`${one.file}: ${leaf.toolName} is skipped because clients reject such a name`);
      return !other && TOOL_NAME.test(leaf.toolName);
    });
    for (const { toolName, timeoutSeconds } of leaves) {
      const ruled = this.host.ruledTimeout?.(toolName, one.definition.name);
      if (ruled && timeoutSeconds !== undefined && timeoutSeconds > ruled)
        log.warning(
          `${one.file}: ${toolName} states a time limit of ${timeoutSeconds} s; the operator's ${ruled} s holds`,
        );
    }
    registry.register(leaves.map((leaf) => leafTool(leaf, this.host, one.guidance, one.file)));
    this.served.set(
      one.definition.name,
      leaves.map((leaf) => leaf.toolName),
    );
    return leaves;
  }

  // Only now are all the tools known that a step may name.
  private checkSteps({ definition, file }: LoadedDefinition): void {
    for (const leaf of leavesOf(definition)) {
      if (!leaf.sequence || !leaf.enabled) continue;
      for (const problem of stepProblems(leaf, this.host)) this.options.log.warning(`${file}: ${problem}`);
    }
  }

  private takeOut(name: string): void {
    for (const tool of this.served.get(name) ?? []) this.options.registry.unregister(tool);
    this.served.delete(name);
  }

  private async checkPrograms(leaves: readonly Leaf[]): Promise<void> {
    const probes = new Probes(this.host, this.options.log);
    const checked = Promise.all(leaves.map((leaf) => this.checkProgram(leaf, probes)));
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => (timer = setTimeout(resolve, PROBES_MS)));
    await Promise.race([checked, enough]);
    clearTimeout(timer);
  }

  private async checkProgram(leaf: Leaf, probes: Probes): Promise<void> {
    const { registry, log } = this.options;
    const missing = leaf.enabled ? await missingProgram(leaf, this.host, probes) : undefined;
    if (!missing || this.definition(leaf.definition.name) !== leaf.definition) return;
    log.warning(`${leaf.toolName} is disabled: ${missing}`);
    registry.disable(leaf.toolName, missing);
  }
}

function isSame(before: LoadedDefinition, now: LoadedDefinition | undefined): boolean {
  if (!now || before.text !== now.text || before.file !== now.file) return false;
  return JSON.stringify([...before.guidance]) === JSON.stringify([...now.guidance]);
}
