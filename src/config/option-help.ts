import { shippedModel, type ConfigModel } from './config-model';
import type { KnownSetting } from './known-settings';

/** Returns one line for each option by which a server is set up: how it is written, and what it is for. */
export function optionHelp(model: ConfigModel = shippedModel): string {
  const rows: (readonly [string, string])[] = [
    ['--cwd DIR', 'The working directory of the server; where it is started by default'],
    ['--config FILE', 'The configuration file; toolwright.yaml in the working directory by default'],
    ...model.settings.filter(({ entry }) => !entry).map(rowOf),
  ];
  const width = Math.min(32, Math.max(...rows.map(([written]) => written.length)));
  return rows.map(([written, text]) => `  ${written.padEnd(width)}  ${text}\n`).join('');
}

function rowOf({ option, names, kind, schema }: KnownSetting): readonly [string, string] {
  const short = names.short === undefined ? '' : `-${names.short}, `;
  const written = kind === 'switch' ? `--[no-]${option}` : `--${option} ${valueOf(schema.enum, schema.type)}`;
  const [sentence = ''] = (schema.description ?? '').split(/(?<=\.)\s/, 1);
  return [`${short}${written}`, `${sentence.replace(/\.$/, '')}${kind === 'list' ? ' (repeatable)' : ''}`];
}

function valueOf(choices: readonly unknown[] | undefined, type: string | undefined): string {
  if (choices && choices.length <= 6) return choices.map(String).join('|');
  return type === 'number' || type === 'integer' ? 'NUMBER' : 'VALUE';
}
