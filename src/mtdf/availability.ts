import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { runCommand } from '../process/run-pipeline';
import { commandWords, splitCommand } from './argv';
import { programEnvironment } from './environment';
import type { DefinitionHost } from './host';
import type { Leaf } from './leaves';

const PROBE_MS = 10_000;

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
    const problem = await probes.run(line, check.success_exit_codes ?? [0], check.working_directory);
    if (problem) return reason(leaf, problem);
  }
  return undefined;
}

/** Runs each probe once, however many leaves share it. */
export class Probes {
  private readonly known = new Map<string, Promise<string | undefined>>();

  constructor(private readonly host: DefinitionHost) {}

  run(
    line: readonly string[],
    codes: readonly number[],
    directory: string | undefined,
  ): Promise<string | undefined> {
    const key = JSON.stringify([line, codes, directory]);
    const running = this.known.get(key) ?? this.probe(line, codes, directory);
    this.known.set(key, running);
    return running;
  }

  private async probe(
    [file = '', ...args]: readonly string[],
    codes: readonly number[],
    directory?: string,
  ): Promise<string | undefined> {
    if (!file.includes('/') && !isInstalled(file, this.host)) return `${file} is not installed`;
    const outcome = await runCommand({
      file,
      args,
      cwd: resolve(this.host.cwd, directory ?? '.'),
      env: programEnvironment(this.host.env),
      timeoutMs: PROBE_MS,
      outputLimitBytes: 4096,
    });
    const here = outcome.exitCode !== null && codes.includes(outcome.exitCode);
    return here
      ? undefined
      : `\`${[file, ...args].join(' ')}\` ${outcome.error ?? `failed with exit code ${outcome.exitCode}`}`;
  }
}

function isInstalled(file: string, host: DefinitionHost): boolean {
  const places = file.includes('/') ? [''] : (programEnvironment(host.env)['PATH'] ?? '').split(delimiter);
  return places.some((place) => {
    try {
      accessSync(place ? join(place, file) : file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function reason(leaf: Leaf, problem: string): string {
  return leaf.installInstructions ? `${problem}. ${leaf.installInstructions}` : `${problem}.`;
}
