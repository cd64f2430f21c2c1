import { parseArgs, type ParseArgsConfig } from 'node:util';
import { unknownOptionCure } from '../config/unknown-option-cure';
import { UsageError } from './command';

/** Parses the options of a command that takes no settings; a mistake is reported in one line with its fix. */
export function parseCommandLine<const C extends ParseArgsConfig>(
  config: C,
): ReturnType<typeof parseArgs<C>> {
  const options = config.options ?? {};
  const { tokens = [] } = parseArgs({ ...config, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    const cure = unknownOptionCure(token.name, Object.keys(options));
    throw new UsageError(`${token.rawName}: unknown option; ${cure}`);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('\n', 1)[0]}; see --help`);
  }
}
