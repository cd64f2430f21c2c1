import type { Refuser } from '../calls/call-report';
import { shownMessage } from './fuzzed-arguments';

const MOST_REASONS = 3;

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
  private readonly reasons = new Map<string, { who: Refuser | undefined; count: number; args: object }>();
  private total = 0;

  add(who: Refuser | undefined, error: string, args: object): void {
    this.total++;
    const known = this.reasons.get(error);
    if (known) known.count++;
    else this.reasons.set(error, { who, count: 1, args });
  }

  /** Returns what to say if no call came to `run`: what was refused, why, and what to do about it. */
  told(tool: string, shown: (args: object) => string): string {
    const sorted = [...this.reasons].sort(([, one], [, other]) => other.count - one.count);
    const lines = sorted
      .slice(0, MOST_REASONS)
      .map(
        ([error, { who, count, args }]) =>
          `  ${count} by ${named(who)}: ${shownMessage(error)}\n    ${shown(args)}`,
      );
    const left = sorted.length - lines.length;
    const cures = new Set(sorted.map(([, { who }]) => CURES[who ?? 'nobody']));
    return [
      `${tool} was never run: each of the ${this.total} calls that were meant to be valid was refused before that.`,
      ...lines,
      ...(left > 0 ? [`  and for ${left} other reasons`] : []),
      ...[...cures].filter((cure) => cure !== undefined),
    ].join('\n');
  }
}

function named(who: Refuser | undefined): string {
  if (who === undefined) return 'nobody that is known';
  return who === 'arguments' ? 'the check of its arguments' : `the ${who}`;
}
