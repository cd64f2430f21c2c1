/** Tool names as they are written in texts, and as the client sees them. */
export type ToolSpelling = ReadonlyMap<string, string>;

// Both cases are spelled out: the first case-insensitive pattern of a process costs milliseconds, and a list needs these.
const PLAIN = /^[a-zA-Z0-9]+(_[a-zA-Z0-9]+)+$/;

/**
 * Writes the names of tools in a text as the client sees them. A name of one word, such as `run`, counts only between
 * backticks; what is part of a setting, a path or code (`tools.read_file`, `read_file(…)`) stays as it is.
 */
export function wordToolNames(text: string, spelling: ToolSpelling): string {
  if (!spelling.size || !/[_`]/.test(text)) return text;
  return text.replace(
    /(?<![\w./-])(`?)([a-zA-Z]\w*)\1(?![\w(/=-]|\.\w)/g,
    (whole, tick: string, name: string) => {
      const seen = spelling.get(name);
      return seen === undefined || (tick === '' && !PLAIN.test(name)) ? whole : `${tick}${seen}${tick}`;
    },
  );
}
