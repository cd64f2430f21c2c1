/**
 * The formats an author may use, published as patterns: some clients reject every `format` but `date-time`, and a
 * pattern is checked the same way by all of them.
 */
export const STRING_FORMATS: Readonly<Record<string, string>> = Object.freeze({
  'date-time':
    '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[Tt ](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$',
  date: '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$',
  time: '^(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)?$',
  email:
    "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$",
  uri: '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+$',
  uuid: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  ipv4: '^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$',
  ipv6: '^(?=.*:)[0-9a-fA-F:]{2,39}(?:\\.\\d{1,3}){0,3}$',
  hostname:
    '^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$',
});

/** An example of each format. */
export const FORMAT_EXAMPLES: Readonly<Record<string, string>> = Object.freeze({
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
});

const NAMES: Readonly<Record<string, string>> = {
  'date-time': 'a date and time',
  date: 'a date',
  time: 'a time',
  email: 'an email address',
  uri: 'a URI',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  hostname: 'a host name',
};

/** What a value of a format is called in messages, with an example. */
export function formatPhrase(format: string): string {
  return `${NAMES[format]} such as ${FORMAT_EXAMPLES[format]}`;
}

/** The same for a value that has the form of the format and is none all the same, such as the 31st of February. */
export function existingPhrase(format: string): string {
  return format.includes('date') || format === 'time'
    ? `${NAMES[format]} that exists, such as ${FORMAT_EXAMPLES[format]}`
    : formatPhrase(format);
}

/** Returns the pattern that a format is published as; undefined for an unknown one. */
export function patternOfFormat(format: string): string | undefined {
  return Object.hasOwn(STRING_FORMATS, format) ? STRING_FORMATS[format] : undefined;
}

const BY_PATTERN: ReadonlyMap<string, string> = new Map(
  Object.entries(STRING_FORMATS).map(([format, pattern]) => [pattern, format]),
);

/** Returns the format that is published as a pattern, if it is one. */
export function formatOfPattern(pattern: string | undefined): string | undefined {
  return pattern === undefined ? undefined : BY_PATTERN.get(pattern);
}
