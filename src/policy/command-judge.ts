import { basename, resolve } from 'node:path';
import type { ProcessCommand } from '../process/run-options';
import { judgeArguments, judgeUnknownArguments, type Certainty, type Extent } from './argument-judge';
import type { SimpleCommand } from './command-line';
import type { CommandRule } from './command-rule';
import { COMMAND_RULES, OPAQUE } from './program-rules';
import type { CommandLists } from './command-lists';
import { refusedBuiltIn, type Decision, type Refused } from './policy-decision';
import { refusalInside } from './links-in-directory';
import { judgeFind, type FindJudge } from './find-rules';
import { parseLine } from './line-parser';
import type { PathDecision, PathPolicy, PathScope } from './path-policy';
import type { Program, CommandLookup } from './command-lookup';
import { judgeBuiltin, unjudgeableTest } from './shell-builtins';
import { rewritesTree } from './tree-rewriters';
import { WRAPPERS } from './wrapper-programs';
import { judgeWrite, readOnlyRefusal } from './write-rules';

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
  readonly programs: CommandLookup;
  readonly lists: CommandLists;
  /** The real working directory. */
  readonly cwd: string;
  readonly clientRoots?: readonly string[];
  readonly sandboxed: boolean;
}

const DEEPEST = 8;
const HARMLESS_VARIABLE =
  /^(LANG|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR)=[A-Za-z0-9_.@+/-]*$/;
const TOP: Nesting = { depth: 0, tree: false, applet: false };
const APPLETS = new Set(['busybox', 'toybox']);

/** How a command came to be run. */
interface Nesting {
  readonly depth: number;
  /** Whether each path stands for every file below it. */
  readonly tree: boolean;
  /** Whether it is the applet of a program such as busybox, whatever else has its name. */
  readonly applet: boolean;
}

/** Judges single commands: the program, the commands it runs in turn, and every path in its arguments. */
export class CommandJudge {
  /** Every decision made so far. */
  readonly trail: Decision[] = [];
  private movesLinks = false;

  constructor(private readonly setting: JudgeSetting) {}

  /** Returns the command to start; throws a CommandRefusedError if it is refused. */
  judge(words: readonly string[], nesting = TOP): ProcessCommand {
    if (nesting.depth > DEEPEST) this.refuse('commands are nested too deeply', 'nesting');
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
    return { file: program.file, args: this.arguments(program, args, nesting) };
  }

  /**
   * Judges commands that run at the same time, or in a line that is judged only once: without a sandbox none of them may
   * move or make links, since the paths of the others could then lead elsewhere.
   */
  together<T>(commands: readonly SimpleCommand[], each: (command: SimpleCommand) => T): T[] {
    const before = this.movesLinks;
    this.movesLinks = false;
    const judged = commands.map(each);
    if (this.movesLinks && commands.length > 1 && !this.setting.sandboxed) {
      this.refuse(
        'links and directories may be moved only by a command of its own: separate the commands by `&&` or `;`, outside `sh -c`',
        'command line',
      );
    }
    this.movesLinks ||= before;
    return judged;
  }

  /** Judges a file that a stream is redirected to or from. */
  redirect(path: string, access: 'read' | 'write'): { path: string; exists: boolean } {
    if (access === 'write') this.changes(`${path} would be written`);
    const decision = access === 'read' ? this.read(path, false) : this.write(path, false, 'certain');
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

  private arguments(program: Program, args: readonly string[], nesting: Nesting): string[] {
    const wrapper = ruleOf(WRAPPERS, program);
    if (wrapper) {
      this.wrapped(
        wrapper(args, (reason) => this.refuse(`${program.name}: ${reason}`, 'command wrappers')),
        { ...nesting, applet: APPLETS.has(program.name) },
      );
      return [...args];
    }
    this.rewrites(program, args);
    const judge = this.pathJudge(program, nesting);
    if (program.name === 'find' || basename(program.real) === 'find') return judgeFind(args, judge);
    const rule = ruleOf(COMMAND_RULES, program);
    // Arguments cannot be added to a command run by another, so they must be present.
    if (nesting.depth > 0 && rule?.adds?.some((added, index) => args[index] !== added)) {
      this.refuse(
        `${program.name} must be given ${rule.adds.join(' ')} first when another command runs it`,
        'command arguments',
      );
    }
    return rule ? judgeArguments(args, rule, judge) : judgeUnknownArguments(args, judge);
  }

  private rewrites(program: Program, args: readonly string[]): void {
    const { sandboxed, paths, cwd } = this.setting;
    const names = [program.name, basename(program.real)];
    if (sandboxed || !names.some((name) => rewritesTree(name, args))) return;
    const refused = paths.judgeRewrite(cwd);
    if (!refused) return;
    this.trail.push(refused);
    throw new CommandRefusedError({ ...refused, reason: `${program.name}: ${refused.reason}` });
  }

  private wrapped(unwrapped: ReturnType<(typeof WRAPPERS)[string]>, outer: Nesting): void {
    const nesting = { ...outer, depth: outer.depth + 1 };
    if (unwrapped.runs === 'line') return this.line(unwrapped.line, nesting);
    if (unwrapped.runs === 'command') {
      this.variables(unwrapped.variables);
      if (unwrapped.words.length) this.judge(unwrapped.words, nesting);
      return;
    }
    const { file } = this.judge(unwrapped.words, nesting);
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

  // A line for a real shell, accepted only if every shell reads it as we do.
  private line(line: string, nesting: Nesting): void {
    const commands = parseLine(line, 'shell').flatMap((step) => step.commands);
    this.together(commands, (command) => this.nested(command, nesting));
  }

  private nested(command: SimpleCommand, nesting: Nesting): void {
    this.variables(command.assignments.map(({ name, value }) => `${name}=${value}`));
    for (const redirect of command.redirects) {
      if (redirect.kind !== 'duplicate' && redirect.target.text !== '/dev/null') {
        this.redirect(redirect.target.text, redirect.kind === 'read' ? 'read' : 'write');
      }
    }
    const words = command.words.map((word) => word.text);
    const builtin = judgeBuiltin(words);
    if (builtin === 'harmless') return;
    const reason = builtin?.refused ?? (words[0] === 'test' ? unjudgeableTest(words.slice(1)) : undefined);
    if (reason !== undefined) this.refuse(reason, 'command wrappers');
    this.judge(words, nesting);
  }

  private read(path: string, walks: boolean): PathDecision {
    return this.setting.paths.judgePath(this.setting.tool, path, 'read', this.scope(walks));
  }

  private write(path: string, walks: boolean, certainty: Certainty): PathDecision {
    return judgeWrite(this.setting.paths, this.setting.tool, path, { ...this.scope(walks), certainty });
  }

  private changes(what: string): void {
    const decision = readOnlyRefusal(this.setting.paths, what);
    if (!decision) return;
    this.trail.push(decision);
    throw new CommandRefusedError(decision);
  }

  // Links that another program would follow; with a sandbox they lead nowhere.
  private inside(path: string, access: 'read' | 'write', extent: Extent): Refused | undefined {
    const { cwd, sandboxed } = this.setting;
    if (sandboxed) return undefined;
    const judge = (link: string) =>
      access === 'read' ? this.read(link, false) : this.write(link, false, 'possible');
    const found = refusalInside(resolve(cwd, path), judge, extent === 'entries' ? 1 : undefined);
    return found && (found.certain || extent !== 'some') ? found.refused : undefined;
  }

  private pathJudge(program: Program, { depth, tree, applet }: Nesting): FindJudge {
    const on = (access: 'read' | 'write', path: string, decision: PathDecision) => {
      if (!decision.allowed) {
        this.trail.push(decision);
        throw new CommandRefusedError({
          ...decision,
          reason: `${program.name} may not ${access} ${path}: ${decision.reason}`,
        });
      }
    };
    return {
      read: (path, walks) => on('read', path, this.read(path, walks || tree)),
      write: (path, walks, certainty) => {
        this.changes(`${program.name} may write ${path}`);
        on('write', path, this.write(path, walks || tree, certainty));
      },
      inside: (path, access, extent) => {
        const decision = this.inside(path, access, extent);
        if (decision) on(access, `what is in ${path}`, decision);
      },
      applet: applet || APPLETS.has(basename(program.real)),
      changes: () => this.changes(`${program.name} is not known to be read-only`),
      movesLinks: () => void (this.movesLinks = true),
      command: (words) => void this.judge(words, { depth: depth + 1, tree: true, applet }),
      refuse: (reason) => this.refuse(`${program.name}: ${reason}`, 'command arguments'),
      sandboxed: this.setting.sandboxed,
    };
  }

  private scope(tree: boolean): PathScope {
    const { cwd, clientRoots } = this.setting;
    return { base: cwd, tree, elsewhere: true, ...(clientRoots && { clientRoots }) };
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
