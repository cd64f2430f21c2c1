/** Returns everything in an argument that a program could interpret as a path. */
export function pathsIn(argument: string): string[] {
  if (argument === '' || argument === '-' || argument === '--') return [];
  const found = new Set<string>();
  const isOption = argument.startsWith('-');
  if (!isOption) found.add(argument);
  for (const part of parts(argument)) found.add(part);
  // `-f/etc/passwd`, `-nf../x`: any suffix of a cluster of letters may be a value.
  if (isOption && !argument.startsWith('--')) {
    for (let at = 2; at < Math.min(argument.length, MOST_LETTERS); at++) found.add(argument.slice(at));
  }
  const slash = argument.indexOf('/');
  if (isOption && slash > 0) found.add(argument.slice(slash));
  return [...found].filter((path) => path !== '' && !REMOTE.test(path));
}

const MOST_LETTERS = 64;
const REMOTE = /^(https?|ftps?|ssh|git|wss?):/i;

// `if=/etc/passwd`, `a:/b`, `x,/y`, `@/etc/passwd`, `file:///etc/passwd`
function parts(argument: string): string[] {
  if (REMOTE.test(argument)) return [];
  const pieces: string[] = [];
  for (let at = 0; at < argument.length; at++) {
    if ('=,:@'.includes(argument[at]!))
      pieces.push(argument.slice(at + 1), firstPiece(argument.slice(at + 1)));
  }
  if (/[,:]/.test(argument)) pieces.push(firstPiece(argument));
  return pieces.filter((piece) => piece !== '' && !piece.startsWith('-'));
}

function firstPiece(text: string): string {
  return text.split(/[=,:@]/, 1)[0]!;
}
