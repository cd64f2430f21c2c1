import type { Pack } from '../pack';

/** `echo`, and `example_tool` if requested. */
export const utilityPack: Pack = {
  name: 'utility',
  tools: {
    echo: () => import('../../tools/echo.js').then((module) => module.Echo),
    example_tool: () => import('../../tools/example-tool.js').then((module) => module.ExampleTool),
  },
  offers: ({ config }) => (config.exampleTools ? ['echo', 'example_tool'] : ['echo']),
};
