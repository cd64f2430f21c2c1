import { fence } from '../tool/code-fence';

/** Code as an agent hands it to `run`: a trigger, and the code in a fence. */
export function codeBlock(code: string): string {
  return `__onetool__run\n${fence('js', code)}`;
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
