import type { OpenApp } from '../open-app';

const HINTS = {
  all: undefined,
  search:
    'Only a few tools are listed. Call find_tools with what you want to do: it finds other tools and lists them.',
  code: 'Only run and find_tools are listed. Every other tool is a function inside run: await tools.name({ … }). find_tools, or ot.tools() inside run, finds them.',
};

/** Returns the instructions for clients: how to find tools if few are listed, and those of the prompts file. */
export function instructionsOf({ app, setup, packs }: Pick<OpenApp, 'app' | 'setup' | 'packs'>): {
  instructions?: string;
} {
  const words = [
    app.options.instructions,
    HINTS[setup.exposure.mode],
    setup.promptsConfig?.instructionsFor(packs.map((pack) => pack.name)),
  ];
  const instructions = words.filter(Boolean).join('\n\n');
  return instructions ? { instructions } : {};
}
