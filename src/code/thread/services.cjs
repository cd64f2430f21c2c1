'use strict';
// What the thread does for the globals of the engine, as functions from JSON text to JSON text: addresses, formats of
// many languages, and random numbers. None reads or changes anything outside.
const { randomBytes } = require('node:crypto');
const { URL, URLSearchParams } = require('node:url');

const MOST_RANDOM_BYTES = 65_536;
const MOST_FORMATS = 100;
const FORMATS = {
  NumberFormat: ['format', 'formatToParts', 'resolvedOptions'],
  DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'resolvedOptions'],
  Collator: ['compare', 'resolvedOptions'],
  PluralRules: ['select', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'resolvedOptions'],
  ListFormat: ['format', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
};
const PARTS = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']; // prettier-ignore
const formats = new Map();

const services = {
  url({ input, base, set, value }) {
    const url = new URL(input, base);
    if (set !== undefined) url[set] = value;
    return Object.fromEntries(PARTS.map((part) => [part, url[part]]));
  },
  query: ({ text }) => [...new URLSearchParams(text)],
  queryText: ({ pairs }) => new URLSearchParams(pairs).toString(),
  random: ({ count }) => [...randomBytes(Math.min(count, MOST_RANDOM_BYTES))],
  format({ type, locales, options, method, args }) {
    if (!FORMATS[type]?.includes(method)) throw new TypeError(`Intl.${type}.${method} does not exist here`);
    return formatOf(type, locales, options)[method](...args.map(revived));
  },
};

function formatOf(type, locales, options) {
  const key = JSON.stringify([type, locales, options]);
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= MOST_FORMATS) formats.clear();
  const made = new Intl[type](locales ?? undefined, options ?? undefined);
  formats.set(key, made);
  return made;
}

// A date or a big integer crosses as an object that says so.
function revived(value) {
  if (value?.date !== undefined) return new Date(value.date ?? NaN);
  return typeof value?.bigint === 'string' ? BigInt(value.bigint) : value;
}

/** Answers one question as JSON: `{ value }`, or `{ error, name }`. */
exports.answer = function answer(service, json) {
  try {
    return JSON.stringify({ value: services[service](JSON.parse(json)) });
  } catch (error) {
    return JSON.stringify({ error: String(error?.message ?? error), name: String(error?.name ?? 'Error') });
  }
};

/** The services and formats that the engine may name. */
exports.FORMATS = FORMATS;
