/** Parsed words: plain ones, and named options. */
export interface Words {
  readonly plain: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** One-letter options and their full names. */
const SHORT: Readonly<Record<string, string>> = {
  v: 'verbose',
  h: 'help',
  q: 'quiet',
  f: 'force',
  d: 'debug',
  t: 'trace',
};

/** Parses `--name=value`, `--name`, `--no-name`, `-v` and, if allowed, `name=value`; `-` in names becomes `_`. */
export function readWords(words: readonly string[], options: { pairs?: boolean } = {}): Words {
  const plain: string[] = [];
  const settings: Record<string, unknown> = {};
  const set = (name: string, value: unknown): void => {
    Object.defineProperty(settings, name.replaceAll('-', '_'), {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  };
  for (const word of words) {
    const named = /^--([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word);
    const short = /^-([a-z])$/.exec(word);
    const pair = options.pairs ? /^([A-Za-z]\w*)=([\s\S]*)$/.exec(word) : null;
    if (named?.[2] !== undefined) set(named[1]!, named[2]);
    else if (named?.[1]?.startsWith('no-')) set(named[1].slice(3), false);
    else if (named) set(named[1]!, true);
    else if (short && SHORT[short[1]!]) set(SHORT[short[1]!]!, true);
    else if (pair) set(pair[1]!, pair[2]);
    else plain.push(word);
  }
  return { plain, settings };
}
