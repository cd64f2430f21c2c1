import { nearestNames } from '../base/names';
import type { ObjectSchema } from '../base/json-schema';
import { exampleArguments } from '../json/schema-example';
import type { ToolShape } from '../tool/tool';
import { filledExample, hostileArguments, likelyArguments, variedArguments } from './random-arguments';
import type { Random } from './seeded-random';

type Arguments = Record<string, unknown>;

const ATTEMPTS = 10;
const MOST_KEPT = 50;

/** Makes the arguments of a fuzzed tool: from its author's examples, from what reached its `run` so far, and from its schema. */
export class FuzzArguments {
  private readonly good: Arguments[] = [];

  constructor(
    private readonly schema: ObjectSchema,
    private readonly random: Random,
    /** Says whether arguments are valid by the author's own rules too. */
    private readonly check: (args: Arguments) => Promise<boolean>,
    /** Examples that are yet to be tried. */
    private readonly examples: Readonly<Arguments>[],
  ) {}

  /** Arguments that are valid, as far as any were found: where no others are, those that are known to be. */
  async valid(): Promise<Arguments> {
    const example = this.examples.shift();
    let args: Arguments = {};
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      args = example ? filledExample(this.schema, this.random, example) : this.made();
      if (await this.check(args)) return args;
    }
    return (example ? undefined : this.base()) ?? args;
  }

  /** Arguments that are wrong in one way. */
  hostile(): Arguments {
    return hostileArguments(
      this.schema,
      this.random,
      this.base() ?? likelyArguments(this.schema, this.random),
    );
  }

  /** Keeps arguments with which the tool was run, to make others from them. */
  reached(args: Arguments): void {
    if (this.good.length < MOST_KEPT) this.good.push(args);
    else this.good[this.random.between(0, MOST_KEPT - 1)] = args;
  }

  private made(): Arguments {
    const base = this.random.chance(0.6) ? this.base() : undefined;
    return base ? variedArguments(this.schema, this.random, base) : likelyArguments(this.schema, this.random);
  }

  private base(): Arguments | undefined {
    return this.good.length ? this.random.pick(this.good) : undefined;
  }
}

/** Returns the examples to begin with: the test's, those of the tool's author, and one that is made from the schema. */
export async function firstExamples(
  tool: ToolShape | undefined,
  schema: ObjectSchema,
  given: readonly Readonly<Arguments>[] = [],
): Promise<Readonly<Arguments>[]> {
  const made = exampleArguments(schema);
  for (const example of given) refuseUnknownNames(example, schema);
  return [...given, ...((await tool?.examples?.()) ?? []), ...(made ? [made] : [])];
}

// Such an example would be refused in each call, and so test nothing that it was written for.
function refuseUnknownNames(
  example: Readonly<Arguments>,
  { properties, additionalProperties }: ObjectSchema,
): void {
  if (additionalProperties !== false) return;
  const known = Object.keys(properties);
  for (const name of Object.keys(example)) {
    if (known.includes(name)) continue;
    const [nearest] = nearestNames(name, known);
    throw new Error(
      `One of the examples of fuzz has ${name}, which is no argument of the tool${nearest === undefined ? `: it takes ${known.join(', ') || 'none'}` : `; did you mean '${nearest}'?`}`,
    );
  }
}
