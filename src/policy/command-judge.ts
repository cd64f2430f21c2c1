import { basename } from 'node:path';
import type { ProcessCommand } from '../process/run-options';
import { judgeArguments, judgeUnknownArguments } from './argument-judge';
import type { SimpleCommand } from './command-line';
import { COMMAND_RULES, OPAQUE, type CommandRule } from './command-rules';
import type { CommandLists } from './command-lists';
import { refusedBuiltIn, type Decision, type Refused } from './decision';
import { judgeFind, type FindJudge } from './find-rules';
import { parseLine } from './line-parser';
import type { Access, PathPolicy, PathScope } from './path-policy';
import type { Program, ProgramLookup } from './program-lookup';
import { WRAPPERS } from './wrappers';

/** Thrown to refuse a command. */
export class CommandRefusedError extends Error {
  constructor(readonly decision: Refused) {
    super(decision.reason);
    this.name = 'CommandRefusedError';
  }
}

/** What commands are judged against. */
export interface JudgeSetting {
  readonly tool: string;
  readonly paths: PathPolicy;
  readonly programs: ProgramLookup;
  readonly lists: CommandLists;
  /** The real working directory. */
  readonly cwd: string;
  readonly clientRoots?: readonly string[];
  readonly sandboxed: boolean;
}

const DEEPEST = 8;
const HARMLESS_VARIABLE =
  /^(LANG|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR)=[A-Za-z0-9_.@+/-]*$/;
// Shell built-ins allowed in `sh -c`: none of these reads, writes or runs anything.
const SHELL_WORDS = new Set(['exit', 'true', 'false', ':', 'echo', 'printf', 'pwd']);

/** Judges single commands: the program, the commands it runs in turn, and every path in its arguments. */
export class CommandJudge {
  /** Every decision made so far. */
  readonly trail: Decision[] = [];

  constructor(private readonly setting: JudgeSetting) {}

  /** Returns the command to start; throws a CommandRefusedError if it is refused. */
  judge(words: readonly string[], depth = 0): ProcessCommand {
    if (depth > DEEPEST) this.refuse('commands are nested too deeply', 'nesting');
    const [word = '', ...args] = words;
    const program = this.program(word);
    const name = program.name;
    if (
      OPAQUE.has(name) ||
      OPAQUE.has(basename(program.real)) ||
      /^ld(-linux.*)?\.so/.test(basename(program.real))
    ) {
      this.refuse(`${name} runs other commands in a way that cannot be judged`, 'command wrappers');
    }
    return { file: program.file, args: this.arguments(program, args, depth) };
  }

  /** Judges a file that a stream is redirected to or from. */
  redirect(path: string, access: Access): { path: string; exists: boolean } {
    const decision = this.setting.paths.judgePath(this.setting.tool, path, access, this.scope(false));
    this.trail.push(decision);
    if (!decision.allowed) throw new CommandRefusedError(decision);
    return decision;
  }

  /** Judges the variables set before a command. */
  variables(assignments: readonly string[]): void {
    for (const assignment of assignments) {
      if (HARMLESS_VARIABLE.test(assignment) && !/\.\.|=\//.test(assignment)) continue;
      this.refuse(`setting ${assignment.split('=', 1)[0]} can change what the command does`, 'variables');
    }
  }

  private program(word: string): Program {
    const { lists, programs, cwd } = this.setting;
    const decision = lists.judge(word, programs.find(word, cwd));
    this.trail.push(decision);
    if (!decision.allowed) throw new CommandRefusedError(decision);
    return decision.program;
  }

  private arguments(program: Program, args: readonly string[], depth: number): string[] {
    const wrapper = ruleOf(WRAPPERS, program);
    if (wrapper) {
      this.wrapped(
        wrapper(args, (reason) => this.refuse(`${program.name}: ${reason}`, 'command wrappers')),
        depth,
      );
      return [...args];
    }
    const judge = this.pathJudge(program, depth);
    if (program.name === 'find' || basename(program.real) === 'find') return judgeFind(args, judge);
    const rule = ruleOf(COMMAND_RULES, program);
    // Arguments cannot be added to a command run by another, so they must be present.
    if (depth > 0 && rule?.adds?.some((added, index) => args[index] !== added)) {
      this.refuse(
        `${program.name} must be given ${rule.adds.join(' ')} first when another command runs it`,
        'command arguments',
      );
    }
    return rule ? judgeArguments(args, rule, judge) : judgeUnknownArguments(args, judge);
  }

  private wrapped(unwrapped: ReturnType<(typeof WRAPPERS)[string]>, depth: number): void {
    if (unwrapped.runs === 'line') return this.line(unwrapped.line, depth + 1);
    if (unwrapped.runs === 'command') {
      this.variables(unwrapped.variables);
      if (unwrapped.words.length) this.judge(unwrapped.words, depth + 1);
      return;
    }
    const { file } = this.judge(unwrapped.words, depth + 1);
    const rule: CommandRule | undefined = ruleOf(COMMAND_RULES, { name: basename(file), file, real: file });
    if (!this.setting.sandboxed) {
      this.refuse(
        'xargs takes arguments from its input, which cannot be judged in advance without a sandbox',
        'command wrappers',
      );
    }
    if (!rule?.harmless)
      this.refuse(
        `xargs could pass ${basename(file)} arguments that make it run or write something`,
        'command wrappers',
      );
  }

  // A line for a real shell, accepted only if it contains nothing that the shell would expand.
  private line(line: string, depth: number): void {
    for (const step of parseLine(line)) for (const command of step.commands) this.nested(command, depth);
  }

  private nested(command: SimpleCommand, depth: number): void {
    if (command.words.some((word) => word.glob !== undefined))
      this.refuse('globs inside `sh -c` cannot be judged', 'command wrappers');
    this.variables(command.assignments.map(({ name, value }) => `${name}=${value}`));
    for (const redirect of command.redirects) {
      if (redirect.kind !== 'duplicate' && redirect.target.text !== '/dev/null') {
        this.redirect(redirect.target.text, redirect.kind === 'read' ? 'read' : 'write');
      }
    }
    if (!SHELL_WORDS.has(command.words[0]!.text)) {
      this.judge(
        command.words.map((word) => word.text),
        depth,
      );
    }
  }

  private pathJudge(program: Program, depth: number): FindJudge {
    const on = (path: string, access: Access, walks: boolean) => {
      const decision = this.setting.paths.judgePath(this.setting.tool, path, access, this.scope(walks));
      if (!decision.allowed) {
        this.trail.push(decision);
        throw new CommandRefusedError({
          ...decision,
          reason: `${program.name} may not ${access} ${path}: ${decision.reason}`,
        });
      }
    };
    return {
      read: (path, walks) => on(path, 'read', walks),
      write: (path, walks) => on(path, 'write', walks),
      command: (words) => void this.judge(words, depth + 1),
      refuse: (reason) => this.refuse(`${program.name}: ${reason}`, 'command arguments'),
      sandboxed: this.setting.sandboxed,
    };
  }

  private scope(tree: boolean): PathScope {
    const { cwd, clientRoots } = this.setting;
    return { base: cwd, tree, ...(clientRoots && { clientRoots }) };
  }

  private refuse(reason: string, rule: string): never {
    const decision = refusedBuiltIn(reason, rule);
    this.trail.push(decision);
    throw new CommandRefusedError(decision);
  }
}

// By the name it is called by, or else by the name of its real file.
function ruleOf<T>(table: Readonly<Record<string, T>>, program: Program): T | undefined {
  const key = [program.name, basename(program.real)].find((name) => Object.hasOwn(table, name));
  return key === undefined ? undefined : table[key];
}
