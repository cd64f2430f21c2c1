import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { randomWord } from '../../base/random-word';
import { tokenHash } from '../../serve/http/auth/token-file';
import { UsageError, type Command } from '../command';
import { parseCommandLine } from '../parse-command-line';

/** Makes a bearer token for HTTP; only its hash is stored. */
export const command: Command = {
  name: 'token',
  usage:
    'toolwright token NAME [--scope SCOPE]… [--file FILE]  (appends its hash to FILE, or prints it; docs/http.md)',
  run(args, { cwd, stdout, stderr }) {
    const { values, positionals } = parseCommandLine({
      args,
      allowPositionals: true,
      options: { scope: { type: 'string', multiple: true }, file: { type: 'string' } },
    });
    const [name, extra] = positionals;
    const { scope = [], file } = values;
    if (name === undefined || extra !== undefined) throw new UsageError('token takes one name');
    for (const word of [name, ...scope])
      if (!/^[^\s#]+$/.test(word)) throw new UsageError(`'${word}' contains spaces or #`);
    const token = randomWord(32);
    const line = [name, `sha256:${tokenHash(token)}`, ...scope].join(' ');
    if (file === undefined) stderr(`Add this line to the file of http.tokens:\n${line}\n`);
    else appendFileSync(resolve(cwd, file), `${line}\n`, { mode: 0o600 });
    if (scope.length)
      stderr(
        `A scope counts only where the server's configuration names it: http.scopes says what ${scope.join(' or ')} may do, http.required_scopes what every caller must have.\n`,
      );
    stderr(`The token of ${name}, which is shown only now:\n`);
    stdout(`${token}\n`);
    return Promise.resolve(0);
  },
};
