// Our own colours, and the beginning of a line that is written anew; then whatever moves the cursor, sets a title, rings or changes the
// direction of text.
const STEERING =
  /^\r\u001b\[K|\u001b\[(?:[12]|22|3[1-39])m|\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Returns what may be printed of a text that holds words of a server: what steers a terminal becomes visible, in the way that JSON writes it. */
export function safeOutput(text: string): string {
  return text.replace(STEERING, (found) =>
    found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns whether a command line prints texts of a server for programs, which read them as they are. */
export function printsTexts([command, ...words]: readonly string[]): boolean {
  const isText = !['--json', '--help', '-h'].some((word) => words.includes(word));
  return isText && (command === 'call' || command === 'prompt' || command === 'read');
}
