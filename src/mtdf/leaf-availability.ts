import { accessSync, constants } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { findOnPath } from '../process/find-program';
import type { Logger } from '../logger';
import { commandWords, splitCommand } from './leaf-argv';
import { programEnvironment } from './leaf-environment';
import type { DefinitionHost } from './definition-host';
import type { Leaf } from './leaves';
import { runDefinition } from './run-definition';

const PROBE_SECONDS = 10;

/** A command that shows whether a program can be used. */
interface Probe {
  readonly line: readonly string[];
  readonly codes: readonly number[];
  readonly directory: string | undefined;
}

/** Returns why a leaf cannot run here and how to fix it, or undefined if it can. */
export async function missingProgram(
  leaf: Leaf,
  host: DefinitionHost,
  probes = new Probes(host),
): Promise<string | undefined> {
  const { tool_type: type, livelog } = leaf.definition;
  if (leaf.sequence && type !== 'livelog') return undefined;
  const [file = ''] = type === 'livelog' ? splitCommand(livelog?.source_command ?? '') : commandWords(leaf);
  // A relative path depends on the working directory of the call.
  const relative = file.includes('/') && !isAbsolute(file);
  if (!relative && !isInstalled(file, host)) return reason(leaf, `${file} is not installed`);
  for (const { check, words } of leaf.checks) {
    const command = splitCommand(check.command ?? leaf.definition.command);
    const line = [...command, ...(check.skip_subcommand_args ? [] : words), ...(check.args ?? [])];
    // An empty check only asks whether the program exists, so it is not run.
    if (check.command === undefined && !check.args?.length) continue;
    const problem = await probes.run(leaf, {
      line,
      codes: check.success_exit_codes ?? [0],
      directory: check.working_directory,
    });
    if (problem) return reason(leaf, problem);
  }
  return undefined;
}

/** Runs each probe once, however many leaves share it. */
export class Probes {
  private readonly known = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly host: DefinitionHost,
    private readonly log?: Logger,
  ) {}

  run(leaf: Leaf, probe: Probe): Promise<string | undefined> {
    const key = JSON.stringify(probe);
    const running = this.known.get(key) ?? this.probe(leaf, probe);
    this.known.set(key, running);
    return running;
  }

  private async probe(leaf: Leaf, { line, codes, directory }: Probe): Promise<string | undefined> {
    const [file = '', ...words] = line;
    if (!file.includes('/') && !isInstalled(file, this.host)) return `${file} is not installed`;
    this.log?.info(
      `Checking whether ${leaf.definition.name} is available: ${JSON.stringify(line.join(' '))}`,
    );
    try {
      const { outcome } = await runDefinition(leaf, this.host, await this.host.paths(), {
        file,
        words,
        cwd: resolve(this.host.cwd, directory ?? '.'),
        timeoutSeconds: PROBE_SECONDS,
        outputLimitBytes: 4096,
      });
      if (outcome.exitCode !== null && codes.includes(outcome.exitCode)) return undefined;
      return `\`${line.join(' ')}\` ${outcome.error ?? `failed with exit code ${outcome.exitCode}`}`;
    } catch (error) {
      return (error as Error).message;
    }
  }
}

function isInstalled(file: string, host: DefinitionHost): boolean {
  const found = findOnPath(file, programEnvironment(host.env), { exists: isExecutable });
  return found !== undefined && isExecutable(found);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function reason(leaf: Leaf, problem: string): string {
  return leaf.installInstructions ? `${problem}. ${leaf.installInstructions}` : `${problem}.`;
}
