import { basename } from 'node:path';
import type { Allowed, Refused } from './policy-decision';
import type { Program, CommandLookup } from './command-lookup';
import type { RuleEntry, ToolRules } from './policy-rules';
import { SAMPLE_COMMANDS } from './default-commands';
import { isWithin } from './real-path';

/** A decision on a program; includes the program if it is allowed. */
export type ProgramDecision = (Allowed & { readonly program: Program }) | Refused;

/** Which programs a tool may start: deny wins, and a non-empty allow list is exhaustive. */
export class CommandLists {
  private readonly allowed: readonly RuleEntry[];
  private readonly denied: readonly RuleEntry[];

  constructor(
    private readonly tool: string,
    rules: ToolRules,
    private readonly programs: CommandLookup,
    private readonly writablePlaces: readonly string[],
  ) {
    this.allowed = rules.allowedCommands ?? sample(SAMPLE_COMMANDS.allowed);
    this.denied = rules.deniedCommands ?? (rules.allowedCommands ? [] : sample(SAMPLE_COMMANDS.denied));
  }

  /** Judges whether a program, as named in a command, may be started. */
  judge(word: string, program: Program | undefined): ProgramDecision {
    const named = program ?? { name: basename(word), file: word, real: word };
    const denied = this.programs.entryFor(named, this.denied, true);
    if (denied)
      return this.refuse(`${word} is a denied command`, `denied_commands: ${denied.value}`, denied.where);
    const allowed = this.programs.entryFor(named, this.allowed, false);
    const listed = allowed ?? (program ? undefined : this.allowed.find((entry) => entry.value === word));
    if (this.allowed.length > 0 && !listed) return this.refuseUnlisted(word);
    if (!program) return this.refuseMissing(word);
    if (!allowed?.value.includes('/') && this.writablePlaces.some((place) => isWithin(program.file, place))) {
      return this.refuse(
        `${word} is in a directory that tools can write to: list its full path in allowed_commands`,
        'the fixed PATH',
        'built in',
      );
    }
    const rule = allowed
      ? `tools.${this.tool}.allowed_commands: ${allowed.value}`
      : `tools.${this.tool}.allowed_commands: []`;
    return {
      allowed: true,
      reason: `${word} is ${program.real}`,
      rule: { rule, where: allowed?.where ?? 'configuration' },
      program,
    };
  }

  private refuseUnlisted(word: string): Refused {
    if (word === 'cd' || word === 'pushd')
      return this.refuse(
        `${word} has no effect on later commands: set working_dir to the directory instead, and leave ${word} out`,
        'allowed_commands',
        this.allowed[0]!.where,
      );
    const names = this.allowed.map((entry) => entry.value).join(', ');
    return this.refuse(
      `${word} is not an allowed command (allowed: ${names})`,
      'allowed_commands',
      this.allowed[0]!.where,
    );
  }

  private refuseMissing(word: string): Refused {
    const path = this.programs.path.join(':') || 'an empty PATH';
    const missing = word.includes('/') ? 'there is no such program' : `not found on ${path}`;
    return this.refuse(`${word} is allowed, but ${missing}`, 'the fixed PATH', 'built in');
  }

  private refuse(reason: string, rule: string, where: string): Refused {
    return {
      allowed: false,
      reason,
      rule: { rule: where === 'built in' ? rule : `tools.${this.tool}.${rule}`, where },
    };
  }
}

function sample(names: readonly string[]): RuleEntry[] {
  return names.map((value) => ({ value, where: 'default' }));
}
