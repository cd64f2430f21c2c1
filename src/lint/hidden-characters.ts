// Controls, soft hyphens, zero-width and bidirectional characters, tags, and the variation selectors of ideographs.
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|[\u180b-\u180d]|[\u{e0000}-\u{e01ef}]/gu;

// What joins emoji, and what scripts such as Persian and Hindi need between letters.
const JOINER = /^[\u200c\u200d]$/;
const JOINED =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Sinhala}]$/u;

/** Returns the first character of a text that nobody sees; undefined if there is none. */
export function hiddenIn(text: string): string | undefined {
  for (const match of text.matchAll(HIDDEN)) if (isHidden(text, match)) return match[0];
  return undefined;
}

/** Returns a text without the characters that nobody sees. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, (character, at: number) =>
    isHidden(text, { 0: character, index: at }) ? '' : character,
  );
}

/** Names a character that can't be shown: `U+200B`. */
export function hiddenName(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

function isHidden(text: string, { 0: character, index }: { 0: string; index: number }): boolean {
  return !(JOINER.test(character) && JOINED.test(text.slice(Math.max(0, index - 2), index)));
}

/** Returns a string literal, as it is written in a source file, without hidden characters and escapes of them. */
export function withoutHiddenInSource(literal: string): string {
  const plain = literal.replace(/\\u(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))/g, (escape, braced, four) => {
    const code = parseInt((braced ?? four) as string, 16);
    return code <= 0x10ffff && hiddenIn(String.fromCodePoint(code)) !== undefined ? '' : escape;
  });
  return withoutHidden(plain);
}
