/** Wraps code the way an agent passes it to `run`: a trigger, and a fence longer than any run of backticks inside. */
export function codeBlock(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `__onetool__run\n${fence}js\n${code}\n${fence}`;
}

/** Returns text as a JavaScript string literal in which no character can end the literal, the line or a fence. */
export function literal(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029`]|\*\/|<\/|<!--/g, (found) =>
    [...found].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** Returns text as comment lines, whatever line terminators it uses. */
export function comment(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `// ${line.replaceAll('`', "'")}`)
    .join('\n');
}
