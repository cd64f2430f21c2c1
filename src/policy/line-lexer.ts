import { UnjudgeableLineError, type Word } from './command-line';

/** A piece of a command line: a word, or an operator such as `&&` or `>>`. */
export type Token =
  | { readonly type: 'word'; readonly word: Word; readonly joined: boolean }
  | { readonly type: 'operator'; readonly text: string };

const OPERATORS = [
  '&>>',
  '<<<',
  '<<-',
  '&&',
  '||',
  ';;',
  ';&',
  '|&',
  '&>',
  '>>',
  '>|',
  '>&',
  '<&',
  '<>',
  '<<',
  ';',
  '|',
  '&',
  '<',
  '>',
  '(',
  ')',
  '\n',
];
const ENDS_WORD = new Set([' ', '\t', '\n', ';', '|', '&', '<', '>', '(', ')']);
const GLOB_CHARACTERS = new Set(['*', '?', '[']);

/** Splits a command line into words and operators as a POSIX shell would; expansions are refused. */
export function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < line.length) {
    const character = line[at]!;
    if (character === ' ' || character === '\t') at++;
    else if (line.startsWith('\\\n', at)) at += 2;
    else if (character === '#') at = skipComment(line, at);
    else {
      const operator = OPERATORS.find((text) => line.startsWith(text, at));
      if (operator) {
        tokens.push({ type: 'operator', text: operator });
        at += operator.length;
      } else {
        const reader = new WordReader(line, at);
        const word = reader.read();
        at = reader.at;
        tokens.push({ type: 'word', word, joined: line[at] === '<' || line[at] === '>' });
      }
    }
  }
  return tokens;
}

function skipComment(line: string, at: number): number {
  const end = line.indexOf('\n', at);
  return end < 0 ? line.length : end;
}

class WordReader {
  private text = '';
  private glob = '';
  private hasGlob = false;
  private quoted = false;
  private bare = '';

  constructor(
    private readonly line: string,
    public at: number,
  ) {}

  read(): Word {
    while (this.at < this.line.length && !ENDS_WORD.has(this.line[this.at]!)) {
      const character = this.line[this.at]!;
      if (character === "'") this.singleQuotes();
      else if (character === '"') this.doubleQuotes();
      else if (character === '\\') this.escape();
      else this.unquoted(character);
    }
    if (/\{[^{}]*(,|\.\.)[^{}]*\}/.test(this.bare)) {
      throw new UnjudgeableLineError(
        'brace expansion is not supported: write the words out, or quote the braces',
      );
    }
    return {
      text: this.text,
      quoted: this.quoted,
      unquoted: this.bare,
      ...(this.hasGlob && { glob: this.glob }),
    };
  }

  private unquoted(character: string): void {
    if (character === '$' || character === '`') this.refuseExpansion();
    // Some shells expand it after `=` and `:` too.
    if (character === '~' && /(^|[=:])$/.test(this.bare)) {
      throw new UnjudgeableLineError('`~` is not expanded: write the path out, or quote it');
    }
    this.bare += character;
    this.text += character;
    if (GLOB_CHARACTERS.has(character)) this.hasGlob = true;
    this.glob += character === '{' || character === '}' || character === '!' ? `\\${character}` : character;
    this.at++;
  }

  private singleQuotes(): void {
    const end = this.line.indexOf("'", this.at + 1);
    if (end < 0) throw new UnjudgeableLineError('a single quote is never closed');
    this.take(this.line.slice(this.at + 1, end));
    this.at = end + 1;
  }

  private doubleQuotes(): void {
    let inner = '';
    this.at++;
    for (;;) {
      const character = this.line[this.at];
      if (character === undefined) throw new UnjudgeableLineError('a double quote is never closed');
      this.at++;
      if (character === '"') break;
      if (character === '$' || character === '`') this.refuseExpansion();
      const next = this.line[this.at];
      if (character === '\\' && next !== undefined && '$`"\\\n'.includes(next)) {
        if (next !== '\n') inner += next;
        this.at++;
      } else inner += character;
    }
    this.take(inner);
  }

  private escape(): void {
    const next = this.line[this.at + 1];
    if (next === undefined) throw new UnjudgeableLineError('the line ends with a backslash');
    this.at += 2;
    if (next !== '\n') this.take(next);
  }

  private take(literal: string): void {
    this.quoted = true;
    this.text += literal;
    this.glob += literal.replace(/[^A-Za-z0-9_./-]/g, '\\$&');
    this.bare += '\0';
  }

  private refuseExpansion(): never {
    throw new UnjudgeableLineError(
      'variables and substitutions ($x, $(...), `...`) are not supported, because no shell is used; use single quotes for a literal $ or `',
    );
  }
}
