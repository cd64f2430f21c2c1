import type { AccessKind } from '../../base/access';
import type { OpenApp } from '../../app/open-loaded-app';
import { explainCall } from '../../app/wiring/bind-policy';
import { renderOutcome } from '../../calls/render';
import { exampleArguments } from '../../json/schema-example';
import type { Refusal } from '../../lint/probe';
import type { ToolShape } from '../../tool/tool';
import { answerText } from './probe-tools';

// What a careful operator refuses: a path that no server needs, a program that doesn't exist, the metadata of a cloud.
const PATH = '/toolwright-lint/outside';
const REFUSED: Readonly<Partial<Record<AccessKind, string>>> = {
  read: PATH,
  write: PATH,
  cwd: PATH,
  path: PATH,
  'path-or-value': PATH,
  command: 'toolwright-lint-outside',
  address: 'http://169.254.169.254/',
};

/** Learns how the policy of an app refuses a call of each tool. Only the policy is asked; no tool runs. */
export async function probeRefusals({ registry, setup }: OpenApp): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const tool of registry.listEnabled())
    for (const { field, kind } of tool.accesses ?? []) {
      const value = REFUSED[kind];
      const args = value === undefined ? undefined : await argumentsWith(tool, field, value);
      if (!args) continue;
      for (const { refusal } of await explainCall(setup, tool, args)) {
        if (!refusal) continue;
        const text = answerText(renderOutcome({ result: refusal, isError: true, repairs: [] }));
        refusals.push({ tool: registry.exposedName(tool), field, text });
      }
    }
  return refusals;
}

// Arguments that pass the tool's own check, with one value set; undefined if there are none.
async function argumentsWith(tool: ToolShape, field: string, value: string): Promise<object | undefined> {
  const example = exampleArguments(tool.describe().inputSchema) ?? {};
  for (const given of [value, [value]]) {
    const checked = await tool.check({ ...example, [field]: given });
    if (checked.ok) return checked.args;
  }
  return undefined;
}
