import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';
import { howMany } from '../../base/how-many';
import type { OpenApp } from '../../app/open-loaded-app';
import type { Config } from '../../config';
import { SYSTEM_PATH } from '../../policy/command-lookup';
import { searchSandbox } from '../../process/bubblewrap';
import { note, ok, problem, type Finding } from './finding';

// Programs that run whatever their arguments say: allowing one allows all.
const RUNS_ANYTHING =
  /^(?:(?:ba|da|z|k|fi)?sh|python[\d.]*|node|bun|deno|perl|ruby|php|env|xargs|sudo|ssh|docker|npx|eval|watch|nohup)$/;

/** Looks at what an operator might not expect of the policy, and at what the sandbox can do here. */
export function lookAtPolicy({ config, registry, setup }: OpenApp): Finding[] {
  const tools = registry.list({ enabledOnly: true });
  return [
    ...(tools.some((tool) => healthy(() => tool.accesses?.length)) ? [wideRoots(config, setup.cwd)] : []),
    ...openCommands(config),
    consentOf(tools, config),
    sandboxOf(config),
  ];
}

// What is wrong with a class is a finding about the class, and must not hide those about the policy.
function healthy(look: () => unknown): boolean {
  try {
    return Boolean(look());
  } catch {
    return false;
  }
}

function wideRoots({ roots }: Config, cwd: string): Finding {
  const real = roots.map((root) => resolve(cwd, root));
  const wide = real.find((root) => root === parse(root).root || root === homedir());
  if (wide === undefined) return ok('roots', `file tools may use ${real.join(', ')}`);
  return problem(
    'roots',
    `file tools may use all of ${wide}`,
    'Name the directories that agents work in: --root DIR, or roots in toolwright.yaml.',
  );
}

function openCommands({ tools }: Config): Finding[] {
  return Object.entries(tools).flatMap(([tool, { allowedCommands = [] }]) =>
    allowedCommands
      .filter((command) => RUNS_ANYTHING.test(command))
      .map((command) =>
        note(
          'commands',
          `tools.${tool}.allowed_commands has ${command}, which runs whatever its arguments say: allowing it allows every program`,
          'Allow the programs that agents need instead, or set sandbox: required.',
        ),
      ),
  );
}

function consentOf(tools: ReturnType<OpenApp['registry']['list']>, { consent }: Config): Finding {
  const destructive = tools.filter((tool) =>
    healthy(() => tool.explicit !== undefined || tool.describe().annotations?.destructiveHint),
  );
  if (!destructive.length || consent !== 'literal')
    return ok('consent', `${consent}, for ${howMany(destructive.length, 'destructive tool')}`);
  return note(
    'consent',
    `literal: for ${howMany(destructive.length, 'destructive tool')} an agent's own word is enough where the client can't ask the user`,
    'Set consent: ask, and such calls are refused there.',
  );
}

function sandboxOf({ sandbox: { mode } }: Config): Finding {
  if (mode === 'off')
    return note('sandbox', 'off: commands run with all rights of the server', 'Set sandbox: auto.');
  const found = searchSandbox(SYSTEM_PATH);
  if (found.bwrap !== undefined) return ok('sandbox', `${mode}: ${found.bwrap} holds, proved from inside`);
  const cure = 'Install bubblewrap, and allow unprivileged user namespaces where the system forbids them.';
  return mode === 'required'
    ? problem('sandbox', `required, and it can't be had: ${found.problem}; every command is refused`, cure)
    : note('sandbox', `commands run without it: ${found.problem}`, cure);
}
