import {
  UnjudgeableLineError,
  type ParsedRedirect,
  type ParsedStep,
  type SimpleCommand,
  type Word,
} from './command-line';
import { tokenize, type Token } from './line-lexer';

const LONGEST_LINE = 65_536;
const MOST_COMMANDS = 64;
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/;
const KEYWORDS = new Set(
  'if then else elif fi for while until do done case esac in function select time coproc { } [[ ]]'.split(
    ' ',
  ),
);
const UNSUPPORTED: Record<string, string> = {
  '&': 'background commands (`&`) are not supported: nothing may outlive the call',
  '(': 'subshells and functions are not supported',
  ')': 'subshells and functions are not supported',
  '<<': 'here-documents are not supported: write the text to a file first and redirect that',
  '<<-': 'here-documents are not supported: write the text to a file first and redirect that',
  '<<<': 'here-strings are not supported: write the text to a file first and redirect that',
  '<>': '`<>` is not supported',
  ';;': '`case` is not supported',
  ';&': '`case` is not supported',
};

/** Who runs a line: we do, or a shell, which may be any of several. */
export type LineRunner = 'us' | 'shell';

/**
 * Parses a command line into pipelines and lists; throws an UnjudgeableLineError if it cannot be judged. A line for a
 * shell may only contain what every shell reads alike.
 */
export function parseLine(line: string, reader: LineRunner = 'us'): ParsedStep[] {
  if (line.length > LONGEST_LINE)
    throw new UnjudgeableLineError(`the line is longer than ${LONGEST_LINE} characters`);
  const control = /[\0-\x08\x0b-\x1f\x7f]/.exec(line);
  if (control)
    throw new UnjudgeableLineError(
      `the line contains a control character (code ${control[0].charCodeAt(0)})`,
    );
  const steps = new Parser(tokenize(line), reader).parse();
  const count = steps.reduce((sum, step) => sum + step.commands.length, 0);
  if (count === 0) throw new UnjudgeableLineError('the line contains no command');
  if (count > MOST_COMMANDS)
    throw new UnjudgeableLineError(`the line contains more than ${MOST_COMMANDS} commands`);
  return steps;
}

class Parser {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly reader: LineRunner,
  ) {}

  parse(): ParsedStep[] {
    const steps: ParsedStep[] = [];
    let when: ParsedStep['when'] = 'always';
    this.skipNewlines();
    while (this.at < this.tokens.length) {
      steps.push(this.pipeline(when));
      const operator = this.operator();
      this.at++;
      when = operator === '&&' ? 'success' : operator === '||' ? 'failure' : 'always';
      if (operator !== undefined) this.skipNewlines();
      if (when !== 'always' && this.at >= this.tokens.length)
        throw new UnjudgeableLineError(`nothing follows \`${operator}\``);
    }
    return steps;
  }

  private pipeline(when: ParsedStep['when']): ParsedStep {
    let negated = false;
    for (let token = this.tokens[this.at]; isPlain(token, '!'); token = this.tokens[this.at]) {
      if (negated && this.reader === 'shell') throw notPortable('! !');
      negated = !negated;
      this.at++;
    }
    const commands = [this.command()];
    for (let operator = this.operator(); operator === '|' || operator === '|&'; operator = this.operator()) {
      if (operator === '|&') {
        if (this.reader === 'shell') throw notPortable(operator);
        const last = commands.pop()!;
        commands.push({ ...last, redirects: [...last.redirects, { kind: 'duplicate', stream: 2, of: 1 }] });
      }
      this.at++;
      this.skipNewlines();
      commands.push(this.command());
    }
    return { when, negated, commands };
  }

  private command(): SimpleCommand {
    const assignments: { name: string; value: string }[] = [];
    const words: Word[] = [];
    const redirects: ParsedRedirect[] = [];
    for (let token = this.tokens[this.at]; token; token = this.tokens[this.at]) {
      if (token.type === 'operator' && !this.redirect(token.text, undefined, redirects)) break;
      if (token.type === 'operator') continue;
      this.at++;
      const stream = streamNumber(token);
      const next = this.tokens[this.at];
      if (stream !== undefined && next?.type === 'operator' && this.redirect(next.text, stream, redirects))
        continue;
      if (this.reader === 'shell') refuseUnportable(token.word);
      const assignment = words.length === 0 ? ASSIGNMENT.exec(token.word.unquoted) : null;
      if (assignment) {
        assignments.push({ name: assignment[1]!, value: token.word.text.slice(assignment[0].length) });
      } else {
        if (words.length === 0) refuseKeyword(token.word);
        words.push(token.word);
      }
    }
    if (words.length === 0) throw new UnjudgeableLineError(this.missingCommand());
    return { assignments, words, redirects };
  }

  private missingCommand(): string {
    const token = this.tokens[this.at];
    return token?.type === 'operator'
      ? `there is no command before \`${token.text === '\n' ? 'newline' : token.text}\``
      : 'a command is missing';
  }

  // Parses a redirection at the current operator; returns false if it is not one.
  private redirect(operator: string, stream: 0 | 1 | 2 | undefined, into: ParsedRedirect[]): boolean {
    if (UNSUPPORTED[operator]) throw new UnjudgeableLineError(UNSUPPORTED[operator]);
    if (!/[<>]/.test(operator)) return false;
    this.at++;
    const token = this.tokens[this.at];
    if (token?.type !== 'word') throw new UnjudgeableLineError(`nothing follows \`${operator}\``);
    this.at++;
    const target = token.word;
    if (this.reader === 'shell') {
      refuseUnportable(target);
      if (operator.startsWith('&') || (/&$/.test(operator) && !/^[12]$/.test(target.unquoted)))
        throw notPortable(operator);
    }
    if (operator === '>&' || operator === '<&') into.push(...duplicates(operator, stream, target));
    else if (operator === '<') into.push({ kind: 'read', stream: stream ?? 0, target });
    else if (operator === '&>' || operator === '&>>') into.push(...bothTo(target, operator === '&>>'));
    else into.push({ kind: operator === '>>' ? 'append' : 'write', stream: stream ?? 1, target });
    return true;
  }

  private operator(): string | undefined {
    const token = this.tokens[this.at];
    return token?.type === 'operator' ? token.text : undefined;
  }

  private skipNewlines(): void {
    while (this.operator() === '\n') this.at++;
  }
}

function isPlain(token: Token | undefined, text: string): boolean {
  return token?.type === 'word' && !token.word.quoted && token.word.text === text;
}

function refuseKeyword(word: Word): void {
  if (!word.quoted && KEYWORDS.has(word.text)) {
    throw new UnjudgeableLineError(
      `\`${word.text}\` is shell syntax: only commands, pipes, lists and redirections are supported`,
    );
  }
}

// Characters that no shell expands or takes for syntax inside a word; a shell may be any of several.
function refuseUnportable(word: Word): void {
  if (word.unquoted === '{}' || /^(?!=)[\w./,:+@%=\0\u0080-\uffff-]*$/.test(word.unquoted)) return;
  if (word.glob !== undefined) throw new UnjudgeableLineError('globs inside `sh -c` cannot be judged');
  throw new UnjudgeableLineError(
    `\`${word.text}\` may be read differently from shell to shell: quote it inside \`sh -c\``,
  );
}

function notPortable(operator: string): UnjudgeableLineError {
  return new UnjudgeableLineError(`\`${operator}\` means different things in different shells`);
}

function streamNumber(token: Token): 0 | 1 | 2 | undefined {
  if (token.type !== 'word' || !token.joined || token.word.quoted || !/^\d+$/.test(token.word.text))
    return undefined;
  const stream = Number(token.word.text);
  if (stream > 2) throw new UnjudgeableLineError('only streams 0, 1 and 2 can be redirected');
  return stream as 0 | 1 | 2;
}

function duplicates(operator: string, stream: 0 | 1 | 2 | undefined, target: Word): ParsedRedirect[] {
  if (target.text === '1' || target.text === '2') {
    const from = stream ?? (operator === '>&' ? 1 : 0);
    if (from === 0) throw new UnjudgeableLineError('stdin can only be read from a file');
    return [{ kind: 'duplicate', stream: from, of: Number(target.text) as 1 | 2 }];
  }
  if (operator === '>&' && stream === undefined && !/^(\d+|-)$/.test(target.text))
    return bothTo(target, false);
  throw new UnjudgeableLineError(`\`${operator}${target.text}\` is not supported`);
}

function bothTo(target: Word, append: boolean): ParsedRedirect[] {
  return [
    { kind: append ? 'append' : 'write', stream: 1, target },
    { kind: 'duplicate', stream: 2, of: 1 },
  ];
}
