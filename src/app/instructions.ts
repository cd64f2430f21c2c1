import type { OpenApp } from './open-app';

const HINTS = {
  all: undefined,
  search:
    'Only few tools are listed. Call find_tools with what you want to do: it tells you of others and lists them.',
  code: 'Only run and find_tools are listed. Every other tool is a function inside run: await tools.name({ … }). find_tools, or ot.tools() inside run, tells which there are.',
};

/** What clients are told at the start: how to find tools where few are listed, and what the prompts file says. */
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
