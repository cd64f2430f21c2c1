import { wordToolNames } from '../../base/word-tool-names';
import { Exposure, type ExposureMode } from '../../registries/tool-exposure';
import { spellingOf } from '../../registries/tool-spelling';
import type { OpenApp } from '../open-loaded-app';
import { ENTRY_TOOLS } from './name-entry-tools';

const HINTS = {
  all: undefined,
  search:
    'Most tools are not listed: find_tools finds them by what they do, call_tool calls them by name (read_result too, for an answer that was cut).',
  code: 'Most tools are not listed: they are functions inside `run` (await tools.name({ … })), read_result too; find_tools finds them.',
};

/** Returns the instructions for clients: how to find tools if few are listed, and those of the prompts file. */
export function instructionsOf(
  { app, setup, packs }: Pick<OpenApp, 'app' | 'setup' | 'packs'>,
  mode: ExposureMode = setup.exposure.mode,
): { instructions?: string } {
  const words = [
    app.options.instructions,
    HINTS[mode],
    setup.promptsConfig?.instructionsFor(packs.map((pack) => pack.name)),
  ];
  const instructions = words.filter(Boolean).join('\n\n');
  return instructions ? { instructions } : {};
}

/** Returns the instructions as clients read them: with the names of tools that they see. */
export function wordedInstructions(open: OpenApp, mode?: ExposureMode): string | undefined {
  const { registry, exposure } = open.setup;
  const { instructions } = instructionsOf(open, mode);
  if (instructions === undefined) return undefined;
  const { visible } =
    mode === undefined || mode === exposure.mode ? exposure : new Exposure(registry, mode, ENTRY_TOOLS);
  return wordToolNames(instructions, spellingOf(registry, registry.list().filter(visible)));
}
