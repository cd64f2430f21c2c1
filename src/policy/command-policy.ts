import { open } from 'node:fs/promises';
import type { ProcessCommand, Redirect } from '../process/run-options';
import type { ScriptStep } from '../process/run-script';
import { CommandJudge, CommandRefusedError } from './command-judge';
import {
  UnjudgeableLineError,
  type ParsedRedirect,
  type ParsedStep,
  type SimpleCommand,
} from './command-line';
import { CommandLists } from './command-lists';
import { refusedBuiltIn, type Allowed, type Decision, type Refused } from './policy-decision';
import { expandWord } from './command-globs';
import { parseLine } from './line-parser';
import { PathPolicy } from './path-policy';
import { CommandLookup } from './command-lookup';
import { commandSandbox, type SandboxChoice } from './sandbox-plan';
import { readOnlyRefusal } from './write-rules';
import { openRegularFile } from '../disk/open-file-safely';
import { openForOutput } from '../disk/write-file-safely';

/** A decision on a command line with the decisions behind it; if allowed, it includes what to start. */
export type LineDecision = ((Allowed & LineToRun) | Refused) & {
  readonly trail: readonly Decision[];
};

/** What an allowed line starts, and where its programs are searched for. */
export interface LineToRun {
  readonly steps: readonly ScriptStep[];
  readonly searchPath: readonly string[];
}

/** Restrictions on the judgement of a line. */
export interface LineScope {
  /** The real working directory. */
  readonly cwd: string;
  readonly clientRoots?: readonly string[];
  /** Whether its commands run in the sandbox; found out if absent. */
  readonly sandboxed?: boolean;
}

/** Judges which command lines a tool may run, and how they are sandboxed. */
export class CommandPolicy {
  constructor(
    private readonly paths: PathPolicy,
    private readonly sandboxPath?: readonly string[],
  ) {}

  /** Judges a command line, which is parsed here and never passed to a shell. */
  judgeLine(tool: string, line: string, scope: LineScope): LineDecision {
    const rules = this.paths.toolRules(tool);
    const programs = this.programs(tool);
    if (rules.shell) {
      const refused = readOnlyRefusal(this.paths, 'a line for a shell is not known to be read-only');
      return refused ? { ...refused, trail: [refused] } : this.shellLine(tool, line, programs.path);
    }
    const lists = new CommandLists(tool, rules, programs, this.writablePlaces(tool));
    const sandboxed = scope.sandboxed ?? this.sandboxFor(tool).plan !== undefined;
    const judge = new CommandJudge({ tool, paths: this.paths, programs, lists, ...scope, sandboxed });
    const judged = (step: ParsedStep): readonly ProcessCommand[] =>
      judge.together(step.commands, (command) => this.command(command, judge, tool, scope));
    try {
      const steps = parseLine(line).map((step) => {
        const { when, negated } = step;
        return { when, negated, commands: judged(step), again: () => againJudged(() => judged(step)) };
      });
      const { trail } = judge;
      const allowed = trail.find((decision) => decision.allowed) as Allowed;
      return { ...allowed, steps, trail, searchPath: programs.path };
    } catch (error) {
      const decision = refusalIn(error);
      const trail = error instanceof CommandRefusedError ? judge.trail : [...judge.trail, decision];
      return { ...decision, trail };
    }
  }

  /** Returns the minimal environment of a tool's commands; a position in a trace only if the operator lists it. */
  environmentFor(
    tool: string,
    searchPath = this.programs(tool).path,
    traceparent?: string,
  ): Record<string, string> {
    const environment: Record<string, string> = { HOME: '/nonexistent', LANG: 'C.UTF-8', TERM: 'dumb' };
    for (const { value } of this.paths.toolRules(tool).environment ?? []) {
      const own = value === 'TRACEPARENT' ? traceparent : undefined;
      const given = own ?? this.paths.rules.environment[value];
      if (given !== undefined) environment[value] = given;
    }
    return { ...environment, PATH: searchPath.join(':') };
  }

  /** Returns the sandbox for a tool's commands, or why there is none. */
  sandboxFor(tool: string, clientRoots?: readonly string[]): SandboxChoice {
    return commandSandbox(this.paths, tool, { searchPath: this.sandboxPath, clientRoots });
  }

  private shellLine(tool: string, line: string, searchPath: readonly string[]): LineDecision {
    const decision: Allowed = {
      allowed: true,
      reason: 'the operator passes command lines to a shell',
      rule: { rule: `tools.${tool}.shell: true`, where: 'configuration' },
    };
    return {
      ...decision,
      trail: [decision],
      searchPath,
      steps: [{ when: 'always', commands: [{ file: '/bin/sh', args: ['-c', line] }] }],
    };
  }

  private command(
    parsed: SimpleCommand,
    judge: CommandJudge,
    tool: string,
    scope: LineScope,
  ): ProcessCommand {
    const mayList = (directory: string) => this.paths.judgePath(tool, directory, 'read', scope).allowed;
    judge.variables(parsed.assignments.map(({ name, value }) => `${name}=${value}`));
    const command = judge.judge(parsed.words.flatMap((word) => expandWord(word, scope.cwd, mayList)));
    return {
      ...command,
      env: Object.fromEntries(parsed.assignments.map(({ name, value }) => [name, value])),
      redirects: parsed.redirects.map((redirect) => this.redirect(redirect, judge)),
    };
  }

  private redirect(parsed: ParsedRedirect, judge: CommandJudge): Redirect {
    if (parsed.kind === 'duplicate') return { stream: parsed.stream, to: 'stream', target: parsed.of };
    const { stream, target, kind } = parsed;
    if (target.glob !== undefined) throw new UnjudgeableLineError('a redirection target cannot be a glob');
    if (target.text === '/dev/null') return { stream, to: 'file', open: () => open('/dev/null', 'r+') };
    const { path } = judge.redirect(target.text, kind === 'read' ? 'read' : 'write');
    const opened = () =>
      kind === 'read'
        ? openRegularFile(path, target.text).then((file) => file.handle)
        : openForOutput(path, target.text, kind === 'append');
    return { stream, to: 'file', open: opened };
  }

  private programs(tool: string): CommandLookup {
    return new CommandLookup(this.writablePlaces(tool), this.paths.rules.cwd);
  }

  // A directory that any tool can write to may contain programs made by an agent.
  private writablePlaces(tool: string): readonly string[] {
    return [tool, ...this.paths.rules.writers].flatMap((name) => this.paths.allowedPlaces(name));
  }
}

// What earlier steps did may have changed where a path leads.
function againJudged(judge: () => readonly ProcessCommand[]): ReturnType<NonNullable<ScriptStep['again']>> {
  try {
    return { commands: judge() };
  } catch (error) {
    return { refused: `refused: ${refusalIn(error).reason}` };
  }
}

function refusalIn(error: unknown): Refused {
  if (error instanceof CommandRefusedError) return error.decision;
  if (error instanceof UnjudgeableLineError) return refusedBuiltIn(error.message, 'command line syntax');
  throw error;
}
