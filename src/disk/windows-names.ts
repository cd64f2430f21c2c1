import { win32 } from 'node:path';

// Devices, whatever extension or directory they are written with.
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|:|$)/i;
const FORBIDDEN = /[<>"|?*\u0000-\u001f]/;
const SHORT = /~\d/;

/** Returns why a name would mean something else on Windows than it says; undefined if it doesn't. */
export function windowsNameProblem(name: string): string | undefined {
  if (DEVICE.test(name.trim())) return `${name} is the name of a device`;
  if (name.includes(':')) return `${name} names a stream of another file`;
  if (/[. ]$/.test(name) && name !== '.' && name !== '..')
    return `${name} ends in a dot or a space, which Windows drops`;
  if (FORBIDDEN.test(name)) return `${name} contains characters that Windows doesn't allow in names`;
  if (SHORT.test(name)) return `${name} may be the short form of another name`;
  return undefined;
}

/** Returns why a path cannot be judged on Windows by what is written; undefined if it can. */
export function windowsPathProblem(path: string): string | undefined {
  const plain = path.replaceAll('/', '\\');
  if (/^\\\\[.?]\\/.test(plain) || /^\\\?\?\\/.test(plain)) return `${path} is written as a device path`;
  if (plain.startsWith('\\\\')) return `${path} is on another computer`;
  const { root } = win32.parse(plain);
  if (/^[a-z]:$/i.test(root)) return `${path} is relative to another drive's own directory`;
  if (root === '\\') return `${path} names no drive`;
  const names = plain.slice(root.length).split('\\');
  return names
    .filter((name) => name !== '')
    .map(windowsNameProblem)
    .find((problem) => problem !== undefined);
}
