import type { Refuser } from '../calls/call-report';
import { CountedReasons } from './counted-reasons';

const CURES: Readonly<Partial<Record<Refuser | 'nobody', string>>> = {
  arguments:
    'Give it arguments that it takes: `examples` in @Tool or defineTool, `example` in @Arg, or `examples` of fuzz.',
  policy:
    "Give it an example that the policy allows, or open the client with rules that allow more, such as testClient(app, { args: ['--root', DIR] }).",
  guard: 'Give it an example that the guard lets through: `examples` in @Tool or defineTool, or of fuzz.',
  consent:
    "Let the user of the client say yes (without `user`, fuzz does), and open it with a consent that can be given: testClient(app, { args: ['--consent', 'ask'] }).",
  observer: 'An observer of the app refuses its calls: open the client with an app without it.',
  nobody: 'A middleware of the app answers in place of the tool: open the client with an app without it.',
};

/** Counts why calls that were meant to be valid never came to the `run` of their tool. */
export class FuzzRefusals {
  private readonly reasons = new CountedReasons<Refuser | undefined>();

  add(who: Refuser | undefined, error: string, args: object): void {
    this.reasons.add(error, who, args);
  }

  /** Returns what to say if no call came to `run`: what was refused, why, and what to do about it. */
  told(tool: string, shown: (args: object) => string): string {
    const cures = new Set(this.reasons.facts.map((who) => CURES[who ?? 'nobody']));
    return [
      `${tool} was never run: each of the ${this.reasons.total} calls that were meant to be valid was refused before that.`,
      ...this.reasons.lines((who) => `by ${named(who)}`, shown),
      ...[...cures].filter((cure) => cure !== undefined),
    ].join('\n');
  }
}

function named(who: Refuser | undefined): string {
  if (who === undefined) return 'nobody that is known';
  return who === 'arguments' ? 'the check of its arguments' : `the ${who}`;
}
