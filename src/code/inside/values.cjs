'use strict';
// Runs inside QuickJS when the user's code first names `structuredClone`, `crypto` or `performance`. Sent there as text, so it uses nothing from
// outside but `ask`, which has the thread answer a question.
module.exports = function values(ask) {
  const structuredClone = (value, seen = new Map()) => {
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new TypeError(`${String(value)} could not be cloned`);
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    const remember = (copy) => (seen.set(value, copy), copy);
    if (value instanceof Date) return remember(new Date(value.getTime()));
    if (value instanceof RegExp) return remember(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return remember(value.slice(0));
    if (ArrayBuffer.isView(value)) {
      const buffer = structuredClone(value.buffer, seen);
      return remember(new value.constructor(buffer, value.byteOffset, value.length ?? value.byteLength));
    }
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet)
      throw new TypeError(`${Object.prototype.toString.call(value)} could not be cloned`);
    if (value instanceof Map) {
      const copy = remember(new Map());
      for (const [key, item] of value) copy.set(structuredClone(key, seen), structuredClone(item, seen));
      return copy;
    }
    if (value instanceof Set) {
      const copy = remember(new Set());
      for (const item of value) copy.add(structuredClone(item, seen));
      return copy;
    }
    const copy = remember(
      Array.isArray(value)
        ? new Array(value.length)
        : value instanceof Error
          ? Object.create(Object.getPrototypeOf(value), {
              message: { value: value.message, writable: true, configurable: true },
              stack: { value: value.stack, writable: true, configurable: true },
            })
          : {},
    );
    for (const key of Object.keys(value)) copy[key] = structuredClone(value[key], seen);
    return copy;
  };

  const random = (count) => ask('random', { count });
  const crypto = Object.freeze({
    randomUUID() {
      const bytes = random(16);
      bytes[6] = (bytes[6] & 15) | 64;
      bytes[8] = (bytes[8] & 63) | 128;
      const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
    getRandomValues(array) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      if (bytes.length > 65_536) throw new RangeError('At most 65536 bytes at once');
      bytes.set(random(bytes.length));
      return array;
    },
  });

  const began = Date.now();
  const performance = Object.freeze({ timeOrigin: began, now: () => Date.now() - began });

  return { structuredClone: (value) => structuredClone(value), crypto, performance };
};
