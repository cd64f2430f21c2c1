import type { ExposureMode } from '../../registries/tool-exposure';
import type { OpenApp } from '../open-loaded-app';

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
