'use strict';
// Runs inside QuickJS when the user's code first names `TextEncoder`, `TextDecoder`, `atob` or `btoa`. Sent there as text, so it uses nothing from
// outside.
module.exports = function encodings() {
  const utf8 = (text) => {
    const bytes = [];
    for (const character of `${text}`.toWellFormed()) {
      const code = character.codePointAt(0);
      if (code < 0x80) bytes.push(code);
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
      else
        bytes.push(
          0xf0 | (code >> 18),
          0x80 | ((code >> 12) & 63),
          0x80 | ((code >> 6) & 63),
          0x80 | (code & 63),
        );
    }
    return new Uint8Array(bytes);
  };
  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text = '') {
      return utf8(text);
    }
  }
  // The length of a sequence by its first byte, and the range of the second: what is not UTF-8 becomes U+FFFD.
  const sequence = (first) => {
    if (first < 0x80) return [1];
    if (first >= 0xc2 && first <= 0xdf) return [2, 0x80, 0xbf];
    if (first >= 0xe0 && first <= 0xef)
      return [3, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf];
    if (first >= 0xf0 && first <= 0xf4)
      return [4, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf];
    return [0];
  };
  const fromUtf8 = (bytes, fatal) => {
    let text = '';
    for (let at = 0; at < bytes.length;) {
      const first = bytes[at];
      const [length, low, high] = sequence(first);
      let used = 1;
      let code = length > 1 ? first & (0xff >> (length + 1)) : first;
      while (used < length) {
        const next = bytes[at + used];
        const right = used === 1 ? next >= low && next <= high : next >= 0x80 && next <= 0xbf;
        if (!right) break;
        code = (code << 6) | (next & 63);
        used++;
      }
      const valid = length > 0 && used === length;
      if (!valid && fatal) throw new TypeError('The encoded data was not valid UTF-8');
      text += valid ? String.fromCodePoint(code) : '\ufffd';
      at += used;
    }
    return text;
  };
  class TextDecoder {
    #fatal;
    #keepsBom;
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      if (!/^\s*(?:utf-?8|unicode-1-1-utf-8)\s*$/i.test(label))
        throw new RangeError(`Only utf-8 can be decoded here, not ${label}`);
      this.#fatal = fatal;
      this.#keepsBom = ignoreBOM;
    }
    get encoding() {
      return 'utf-8';
    }
    decode(data = new Uint8Array()) {
      const bytes =
        data instanceof ArrayBuffer
          ? new Uint8Array(data)
          : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      const text = fromUtf8(bytes, this.#fatal);
      return !this.#keepsBom && text.startsWith('\ufeff') ? text.slice(1) : text;
    }
  }

  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const btoa = (given) => {
    const text = `${given}`;
    let encoded = '';
    for (let at = 0; at < text.length; at += 3) {
      const codes = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
      if (codes.some((code) => code > 255))
        throw new RangeError('btoa takes characters up to U+00FF; encode with TextEncoder first');
      const bits = (codes[0] << 16) | ((codes[1] || 0) << 8) | (codes[2] || 0);
      const left = text.length - at;
      encoded += ALPHABET[bits >> 18] + ALPHABET[(bits >> 12) & 63];
      encoded += left > 1 ? ALPHABET[(bits >> 6) & 63] : '=';
      encoded += left > 2 ? ALPHABET[bits & 63] : '=';
    }
    return encoded;
  };
  const atob = (given) => {
    const text = `${given}`.replace(/[\t\n\f\r ]/g, '').replace(/={1,2}$/, '');
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw new RangeError('The text is not base64');
    let decoded = '';
    let bits = 0;
    let count = 0;
    for (const character of text) {
      bits = ((bits << 6) | ALPHABET.indexOf(character)) & 0xffffff;
      count += 6;
      if (count < 8) continue;
      count -= 8;
      decoded += String.fromCharCode((bits >> count) & 255);
    }
    return decoded;
  };

  return { TextEncoder, TextDecoder, atob, btoa };
};
