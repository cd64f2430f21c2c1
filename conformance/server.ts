// The server that the official conformance suite is run against, written as any author would write it.
import { defineApp, serveHttp, serveStdio, Tool, type ToolContext } from 'toolwright';
import * as content from './content';
import * as offers from './prompts-and-resources';
import * as questions from './questions';
import * as tasks from './tasks';

let switchTool = (): void => undefined;

@Tool({ name: 'test_trigger_tool_change', description: 'Change the list of tools.' })
class TriggerToolChange {
  run(_args: unknown, _context: ToolContext): string {
    switchTool();
    return 'changed';
  }
}

@Tool({ name: 'test_switched', description: 'Come and go.' })
class Switched {
  run(): string {
    return 'here';
  }
}

const { PIXEL: _pixel, ...contentTools } = content;
const { asking: _asking, ...questionTools } = questions;
const { SimplePrompt, PromptWithArguments, PromptWithResource, PromptWithImage, AskingPrompt } = offers;
const { StaticText, StaticBinary, Watched, Template } = offers;

/** The conformance server as an app, for every transport. */
export const app = defineApp({
  name: 'toolwright-conformance',
  version: '1.0.0',
  tools: [
    ...Object.values(contentTools),
    ...Object.values(questionTools),
    ...Object.values(tasks),
    TriggerToolChange,
    Switched,
  ],
  prompts: [SimplePrompt, PromptWithArguments, PromptWithResource, PromptWithImage, AskingPrompt],
  resources: [StaticText, StaticBinary, Watched, Template],
  config: { descriptions: 'terse' },
  start({ registry }) {
    switchTool = () =>
      registry.isEnabled('test_switched')
        ? registry.disable('test_switched')
        : registry.enable('test_switched');
  },
});
export default app;

if (require.main === module) void (process.argv.includes('--http') ? serveHttp(app) : serveStdio(app));
