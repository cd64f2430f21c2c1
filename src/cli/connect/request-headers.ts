import { UsageError } from '../command';

type Headers = Readonly<Record<string, string>>;

const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(\S.*)$/;
const IS_SECRET = /auth|token|key|secret|cookie/i;

/** Reads headers from `NAME: VALUE`; undefined if there is none. */
export function readHeaders(lines: readonly string[]): Headers | undefined {
  if (!lines.length) return undefined;
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = LINE.exec(line) ?? [];
      if (name !== undefined && value !== undefined) return [name, value.trimEnd()];
      throw new UsageError(`--header takes a name and a value, such as "Authorization: Bearer TOKEN"`);
    }),
  );
}

/** Refuses a header with a secret for a configuration that others share; what the client fills in is none. */
export function refuseSharedHeaders(headers: Headers = {}, hasUserScope = true): void {
  const shared = Object.entries(headers).find(
    ([name, value]) => IS_SECRET.test(name) && !value.includes('${'),
  );
  if (shared)
    throw new UsageError(
      `the configuration of a project is shared, and no place for a token: write ${shared[0]} with a variable that the client fills in, such as \${TOKEN}${hasUserScope ? ', or leave out --project' : ''}`,
    );
}
