import { openReportOf } from '../../calls/open-call-report';
import type { Guard, ToolCall } from '../../calls/pipeline';
import { outcomeError } from '../../calls/render';
import type { Failure } from '../../result';
import type { ToolResult } from '../../tool-result';
import type { PolicySetup } from './bind-policy';
import type { CallJudge } from './make-call-judge';
import { readOnlyAt } from './judge-read-only';

/**
 * The policy check of every call: judges what a tool declares with `access`, and under `read_only` each tool, before
 * the user is asked and before anything runs. Its modules are loaded for the first such call.
 */
export function policyGuard(setupOf: () => PolicySetup): Guard {
  let loading: Promise<CallJudge> | undefined;
  const load = async (): Promise<CallJudge> => {
    const { callJudgeOf } = await import('./bind-policy.js');
    return callJudgeOf(setupOf());
  };
  return (call, args) => {
    if (!call.tool.accesses?.length && readOnlyAt(setupOf()) === undefined) return undefined;
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return refusal(loading, call, args);
  };
}

async function refusal(
  judge: Promise<CallJudge>,
  call: ToolCall,
  args: object,
): Promise<Failure | ToolResult | undefined> {
  const { tool, context } = call;
  const report = openReportOf(call);
  const clientRoots = await context.session?.roots?.();
  const calls = await judge;
  const judgements = await calls.judge(tool, args, clientRoots);
  const refused = judgements.find((judgement) => judgement.refusal)?.refusal;
  if (report) {
    report.decisions = judgements.flatMap(({ decisions }) => decisions);
    if (refused) report.refusedBy = 'policy';
  }
  if (refused)
    context.log.info(
      `Tool ${tool.name} was refused: ${outcomeError({ result: refused, isError: true, repairs: [] })}`,
    );
  else calls.bindPaths(tool, args);
  return refused;
}
