/** Returns everything in an argument that a program could interpret as a path. */
export function pathsIn(argument: string): string[] {
  if (argument === '' || argument === '-' || argument === '--') return [];
  const found = new Set([argument, ...parts(argument)]);
  if (argument.startsWith('-')) {
    // `-f/etc/passwd`, `-nf../x`: any suffix of a cluster of letters may be a value; after `=` only the whole is.
    const equals = argument.indexOf('=');
    const end = equals < 0 ? argument.length : equals + 1;
    if (!argument.startsWith('--')) for (let at = 2; at < end; at++) found.add(argument.slice(at));
    const slash = argument.indexOf('/');
    if (slash > 0 && slash < end) found.add(argument.slice(slash));
  }
  for (const text of [...found]) for (const other of readings(text)) found.add(other);
  found.delete('');
  return [...found];
}

// What such an address contains is no path; as a whole it may still be one, in a directory called `https:`.
const ADDRESS = /^(https?|ftps?|ssh|git|wss?):\/\//i;

// `if=/etc/passwd`, `a:/b`, `x,/y`, `@/etc/passwd`, `file:///etc/passwd`
function parts(argument: string): string[] {
  const pieces: string[] = [];
  let inAddress = ADDRESS.test(argument);
  for (let at = 0; at < argument.length; at++) {
    if (!(inAddress ? ',' : '=,:@').includes(argument[at]!)) continue;
    const rest = argument.slice(at + 1);
    inAddress = ADDRESS.test(rest);
    pieces.push(rest);
    if (!inAddress) pieces.push(firstPiece(rest));
  }
  if (/[,:]/.test(argument)) pieces.push(firstPiece(argument));
  return pieces;
}

// `<../x` and `"../x"` as curl has them, and `%2e%2e` as in addresses.
function readings(text: string): string[] {
  const bare = text.replace(/^[<"']+/, '').replace(/["';].*$/s, '');
  return [bare, decoded(bare)];
}

function decoded(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function firstPiece(text: string): string {
  return text.split(/[=,:@]/, 1)[0]!;
}
