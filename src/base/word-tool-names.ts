/** Tool names as they are written in texts, and as the client sees them. */
export type ToolSpelling = ReadonlyMap<string, string>;

const PLAIN = /^[a-z0-9]+(_[a-z0-9]+)+$/i;

/**
 * Writes the names of tools in a text as the client sees them. A name of one word, such as `run`, counts only between
 * backticks; what is part of a setting, a path or code (`tools.read_file`, `read_file(…)`) stays as it is.
 */
export function wordToolNames(text: string, spelling: ToolSpelling): string {
  if (!spelling.size || !/[_`]/.test(text)) return text;
  return text.replace(
    /(?<![\w./-])(`?)([a-z][a-z0-9_]*)\1(?![\w(/=-]|\.\w)/gi,
    (whole, tick: string, name: string) => {
      const seen = spelling.get(name);
      return seen === undefined || (tick === '' && !PLAIN.test(name)) ? whole : `${tick}${seen}${tick}`;
    },
  );
}
