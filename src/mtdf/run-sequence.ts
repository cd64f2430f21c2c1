import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withinCall } from '../calls/call-context';
import { ToolError } from '../errors';
import type { CallOutcome } from '../outcome';
import type { Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';
import { META_ARGUMENTS } from './leaf-argv';
import type { Step } from './definition';
import type { DefinitionHost } from './definition-host';
import { LONGEST_TIMEOUT_MS } from '../process/run-options';
import { judgeLeaf } from './judge-leaf';
import { leafLimit, outerLimits, timeoutText } from './leaf-limit';
import type { Leaf } from './leaves';
import { completedSteps, failedSteps, stepOutput, unfinishedSteps, type StepReport } from './sequence-result';
import { StepsUnderWay } from './sequence-steps-under-way';
import { stepTool } from './step-tool';

/** Runs the steps of a sequence in order, as ordinary tool calls; stops at the first failure. */
export async function runSequence(
  leaf: Leaf,
  host: DefinitionHost,
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult | Failure> {
  const paths = await host.paths();
  const place = judgeLeaf(paths, leaf, args, await context.session?.roots?.());
  if (!place.ok) return place.failure;
  const steps = leaf.sequence ?? [];
  const limit = leafLimit(leaf, outerLimits(paths, leaf, host.defaultTimeoutSeconds));
  const expired = AbortSignal.timeout(Math.min(limit.seconds * 1000 || Infinity, LONGEST_TIMEOUT_MS));
  const reports: StepReport[] = [];
  const under = new StepsUnderWay(context, expired, (running) =>
    unfinishedSteps([...reports, ...running], steps.length),
  );
  try {
    for (const [index, step] of steps.entries()) {
      const tool = stepTool(step, host);
      const report = {
        step: index + 1,
        tool,
        description: step.description ?? `${step.tool} ${step.subcommand}`,
      };
      const skipped = skipReason(step, place.cwd);
      if (skipped) {
        reports.push({ ...report, state: 'skipped', output: skipped });
        continue;
      }
      if (reports.some((earlier) => earlier.state === 'completed'))
        await delay(leaf.stepDelayMs, undefined, { signal: under.signal }).catch(() => undefined);
      context.progress({
        progress: index,
        total: steps.length,
        message: `Step ${index + 1}/${steps.length}: ${report.description}`,
      });
      under.begin(report);
      const stepArgs = stepArguments(step, args, host.schemaOf(tool)?.properties);
      const outcome = await callStep(host, tool, stepArgs, context, under);
      if (outcome.isError || under.signal.aborted) {
        const late = timeoutText('timed out: the time limit of the sequence is', limit);
        const output = expired.aborted
          ? [under.printed, late].filter(Boolean).join('\n')
          : stepOutput(outcome);
        return failedSteps(
          [...reports, { ...report, state: 'failed', output }],
          steps.length,
          expired.aborted,
        );
      }
      reports.push({ ...report, state: 'completed', output: stepOutput(outcome) });
    }
    context.progress({ progress: steps.length, total: steps.length, message: 'All steps completed' });
    return completedSteps(reports, steps.length);
  } finally {
    under.close();
  }
}

// The caller's arguments are passed to every step that accepts them; the step's own win, except for the working directory.
function stepArguments(
  step: Step,
  given: Record<string, unknown>,
  known: object | undefined,
): Record<string, unknown> {
  const takes = (name: string): boolean => known !== undefined && Object.hasOwn(known, name);
  const passedOn = Object.entries(given).filter(([name]) => !META_ARGUMENTS.includes(name) && takes(name));
  const merged: Record<string, unknown> = { ...Object.fromEntries(passedOn), ...step.args };
  const directory = given['working_directory'] ?? merged['working_directory'];
  delete merged['working_directory'];
  if (directory !== undefined && takes('working_directory')) merged['working_directory'] = directory;
  return merged;
}

async function callStep(
  host: DefinitionHost,
  tool: string,
  args: Record<string, unknown>,
  context: ToolContext,
  { signal, hear }: StepsUnderWay,
): Promise<CallOutcome> {
  try {
    const { session, log } = context;
    return await host.call(tool, args, {
      door: 'sequence',
      signal,
      log,
      quiet: true,
      ...withinCall(context),
      soFar: hear,
      ...(session && { session }),
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { result: ToolResult.error(error.message), isError: true, repairs: [] };
  }
}

function skipReason(step: Step, cwd: string): string | undefined {
  const { skip_if_file_exists: present, skip_if_file_missing: missing } = step;
  if (present !== undefined && existsSync(resolve(cwd, present))) return `skipped: ${present} exists`;
  if (missing !== undefined && !existsSync(resolve(cwd, missing))) return `skipped: ${missing} is missing`;
  return undefined;
}
