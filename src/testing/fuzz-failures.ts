import { CountedReasons } from './counted-reasons';
import { show } from './show-value';

/** The error type of a failure that names none, in `expectedErrors`. */
export const UNTYPED = 'untyped';

/** Counts in what calls ended that came to the `run` of their tool. */
export class FuzzFailures {
  private readonly failures = new CountedReasons<string>();
  private answered = false;

  constructor(private readonly expected: readonly string[]) {}

  /** Notes how a call ended that was run. */
  add(failed: boolean, error: string, type: string = UNTYPED, args: object): void {
    if (!failed || this.expected.includes(type)) this.answered = true;
    else this.failures.add(error, type, args);
  }

  /** Returns what to say if the tool was run and neither succeeded nor failed as expected even once. */
  told(tool: string, shown: (args: object) => string): string | undefined {
    if (this.answered || !this.failures.total) return undefined;
    const types = [...new Set(this.failures.facts)];
    return [
      `${tool} never succeeded: each of the ${this.failures.total} calls that were run ended in a failure.`,
      ...this.failures.lines((type) => `with ${type}`, shown),
      'Give it arguments with which it succeeds: `examples` in @Tool or defineTool, or `examples` of fuzz.',
      `If it is right that it only fails here, such as without a service, say so: fuzz(client, '${tool}', { expectedErrors: [${types.map((type) => show(type)).join(', ')}] }).`,
    ].join('\n');
  }
}
