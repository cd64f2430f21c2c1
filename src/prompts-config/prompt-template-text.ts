import { Arg, Prompt, type PromptClass } from '../decorators';
import type { ArgsClass } from '../metadata';

const VARIABLE = /\{([A-Za-z_]\w*)\}/g;

/** Returns the variables of a template, each once. */
export function variablesOf(template: string): string[] {
  return [...new Set([...template.matchAll(VARIABLE)].map((match) => match[1]!))];
}

/** Fills a template in one pass, so that braces in a value are not expanded. */
export function fillTemplate(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(VARIABLE, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** Makes a prompt class from a template; its variables become required arguments. */
export function promptFromTemplate(name: string, template: string): PromptClass {
  class Template {
    render(args: Record<string, unknown>): string {
      return fillTemplate(template, args);
    }
  }
  const facts = { name, description: firstLine(template) };
  const args = argsOf(variablesOf(template));
  if (args) Prompt({ ...facts, args: args as ArgsClass<Record<string, unknown>> })(Template);
  else Prompt(facts)(Template);
  return Template;
}

function argsOf(variables: readonly string[]): ArgsClass | undefined {
  if (!variables.length) return undefined;
  class TemplateArgs {}
  for (const variable of variables) {
    Arg({ description: `Value for {${variable}}`, name: variable, type: 'string' })(
      TemplateArgs.prototype,
      variable,
    );
  }
  return TemplateArgs;
}

function firstLine(template: string): string {
  const [line = ''] = template.trim().split('\n', 1);
  return line.length > 50 ? `${line.slice(0, 49)}…` : line || 'A template.';
}
