import type { DeclaredAccess } from '../../base/access';
import { ErrorCode } from '../../errors';
import { commandFailure, fileFailure } from '../../files/file-failure';
import type { Logger } from '../../logger';
import type { CommandRunner } from '../../policy/command-runner';
import type { Decision } from '../../policy/policy-decision';
import { declaredValues, type DeclaredValue } from '../../policy/declared-values';
import { bindJudgedPaths } from '../../policy/judged-paths';
import { PathRefused } from '../../policy/path-refused';
import { judgePaths, ruleName, type JudgedPath } from '../../policy/judge-paths';
import type { PathPolicy } from '../../policy/path-policy';
import { Result, type Failure } from '../../result';
import type { ToolShape } from '../../tool/tool';
import type { ToolResult } from '../../tool-result';
import { readOnlyRefusal } from '../../policy/write-rules';
import { thisProcess } from '../world';
import { mayRunReadOnly } from './judge-read-only';

/** The policy's decision on one value of a call: every step of it, and the refusal, if any. */
export interface Judgement {
  readonly decisions: readonly Decision[];
  readonly refusal?: Failure | ToolResult;
}

/** Whether private addresses may be accessed, and where that was set. */
export interface WebRule {
  readonly allowPrivate: boolean;
  readonly where: string;
}

interface JudgedCall {
  readonly tool: string;
  readonly accesses: readonly DeclaredAccess[];
  readonly args: object;
  readonly clientRoots: readonly string[] | undefined;
}

/** Judges calls by what their tools declare; enforced for every call, and shown by `policy explain`. */
export class CallJudge {
  private runner: Promise<CommandRunner> | undefined;

  constructor(
    private readonly paths: PathPolicy,
    private readonly web: WebRule,
    private readonly log: Logger,
  ) {}

  /** Returns the decision on each declared value of checked arguments, up to the first refusal. */
  async judge(tool: ToolShape, args: object, clientRoots?: readonly string[]): Promise<readonly Judgement[]> {
    const unchanging = readOnlyRefusal(this.paths, `${tool.name} is not known to be read-only`);
    if (unchanging && !mayRunReadOnly(tool))
      return [{ decisions: [unchanging], refusal: commandFailure(unchanging, 'Tool') }];
    const { accesses = [], name, ruledAs } = tool;
    const call = { tool: ruleName(this.paths, name, ruledAs), accesses, args, clientRoots };
    const values = declaredValues(accesses, args);
    const lines = values.filter(({ kind }) => kind === 'command');
    const addresses = values.filter(({ kind }) => kind === 'address');
    return untilRefused([
      ...lines.map(
        ({ value }) =>
          () =>
            this.command(value, values, call),
      ),
      () => this.named(call, lines.length > 0),
      ...addresses.map((address) => () => this.address(address)),
    ]);
  }

  /** Hands a tool's own code the files that were judged; the tools of packs and definitions resolve paths as the policy does. */
  bindPaths({ accesses = [], pack, ruledAs }: ToolShape, args: object): void {
    if (pack !== undefined || ruledAs !== undefined) return;
    bindJudgedPaths(accesses, args, { judged: this.paths.rules.cwd, process: thisProcess().cwd });
  }

  // A command line is judged together with its working directory.
  private async command(
    line: string,
    values: readonly DeclaredValue[],
    call: JudgedCall,
  ): Promise<Judgement[]> {
    const { tool, clientRoots } = call;
    const cwd = values.find(({ kind }) => kind === 'cwd');
    this.runner ??= import('../../policy/command-runner.js').then(
      ({ CommandRunner }) => new CommandRunner(this.paths, this.log),
    );
    const decision = (await this.runner).judge({
      tool,
      line,
      ...(cwd && { workingDirectory: cwd.value }),
      ...(clientRoots && { clientRoots }),
    });
    return [{ decisions: decision.trail, ...(!decision.allowed && { refusal: commandFailure(decision) }) }];
  }

  private async named(call: JudgedCall, directoryIsJudged: boolean): Promise<Judgement[]> {
    const { judged } = judgePaths(this.paths, call);
    return Promise.all(
      judged.filter(({ kind }) => !(directoryIsJudged && kind === 'cwd')).map(pathJudgement),
    );
  }

  private async address({ value }: DeclaredValue): Promise<Judgement[]> {
    const { addressProblem } = await import('../../web/checked-url.js');
    const { allowPrivate, where } = this.web;
    const rule = { rule: `web.allow_private: ${allowPrivate}`, where };
    const problem = addressProblem(value, allowPrivate);
    if (!problem) {
      const reason = `${new URL(value).host} may be accessed; the address it resolves to is checked on connecting`;
      return [{ decisions: [{ allowed: true, reason, rule }] }];
    }
    const broken = problem.reason === 'bad_url' ? { rule: 'web addresses', where: 'built in' } : rule;
    const errorData = { code: ErrorCode.Execution, url: value, rule: broken };
    return [
      {
        decisions: [{ allowed: false, reason: problem.error, rule: broken }],
        refusal: Result.failure(problem.error, problem.reason, { errorData }),
      },
    ];
  }
}

async function pathJudgement(judged: JudgedPath): Promise<Judgement> {
  const { kind, value, decision } = judged;
  if (decision.allowed) return { decisions: [decision] };
  if (kind === 'read' || kind === 'write')
    return { decisions: [decision], refusal: fileFailure(new PathRefused(value, decision)) };
  const { pathRefusal } = await import('../../mtdf/judge-leaf.js');
  return { decisions: [decision], refusal: pathRefusal(judged) };
}

async function untilRefused(steps: readonly (() => Promise<Judgement[]>)[]): Promise<Judgement[]> {
  const all: Judgement[] = [];
  for (const step of steps) {
    all.push(...(await step()));
    if (all.some(({ refusal }) => refusal)) return all;
  }
  return all;
}
