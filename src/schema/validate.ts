import { authorObjection, authorProblems, authorProblemsBeside, hasAuthorRules } from './author-rules';
import { rootOf } from '../json/problem-places';
import { compileCheck } from '../json/checker';
import type { Check, Report } from '../json/check-report';
import { isObject, plainValue } from '../base/json-value';
import { exampleArguments } from '../json/schema-example';
import type { Adopt, InstanceGuard } from './guarded-args';
import { InstanceMaker } from './make-args';
import { nestedNames } from './wire-names';
import { ToolValidationError } from '../errors';
import type { ArgsClass } from '../metadata';
import { hideReceived } from '../json/hide-received';
import { secretsOf } from './declared-secrets';
import { planOf, STATED_EXAMPLES, type ArgsPlan, type Field } from './args-schema';
import type { TypeFacts } from './field-facts';
import type { Awaitable } from '../base/awaitable';
import type { Checked } from './checked-args';
import type { Problem } from '../json/problem';

/** How arguments are judged. */
export interface ValidateOptions {
  /** Take strings that hold exactly the wanted JSON as that; on by default. */
  repair?: boolean;
  facts?: TypeFacts;
}

const validators = new WeakMap<ArgsPlan, ArgsValidator>();
const latest = new WeakMap<ArgsClass, ArgsValidator>();

/** Judges raw arguments and gives a validated instance, or every problem at once. */
export function validateArguments(
  cls: ArgsClass,
  raw: unknown,
  options: ValidateOptions = {},
): Awaitable<Checked> {
  return validatorOf(cls, options.facts).check(raw, options.repair ?? true);
}

/** The validator of an args class, made once. */
export function validatorOf(cls: ArgsClass, facts?: TypeFacts): ArgsValidator {
  const plan = planOf(cls, facts);
  let validator = validators.get(plan);
  if (!validator) {
    validators.set(plan, (validator = new ArgsValidator(plan, facts)));
    latest.set(cls, validator);
  }
  return validator;
}

/** A validator of an args class, whatever facts it was made with; undefined if none was, and the class alone says too little. */
export function anyValidatorOf(cls: ArgsClass): ArgsValidator | undefined {
  const known = latest.get(cls);
  if (known || unfit.has(cls)) return known;
  try {
    return validatorOf(cls);
  } catch {
    unfit.add(cls);
    return undefined;
  }
}

const unfit = new WeakSet<ArgsClass>();

/** Raw arguments of one args class to validated instances of it. */
export class ArgsValidator {
  private readonly verdict: Check;
  private readonly maker: InstanceMaker;
  private readonly rules: boolean;
  private readonly checks = new Map<Field, Check>();
  /** Whether the example that is made from the schema also obeys the author's rules; known once it was asked. */
  private exampleFits: Promise<boolean> | undefined;

  constructor(
    private readonly plan: ArgsPlan,
    private readonly facts?: TypeFacts,
  ) {
    this.verdict = compileCheck(plan.schema);
    const nested = new Map<string, InstanceMaker>();
    let rules = hasAuthorRules(plan.cls);
    for (const field of plan.fields) {
      if (!field.nested) continue;
      const inner = validatorOf(field.nested, facts);
      nested.set(field.note.key, inner.maker);
      rules ||= inner.rules;
    }
    this.rules = rules;
    this.maker = new InstanceMaker(plan, nested, this.adopt);
  }

  /** Guards an instance that an author's own code made. */
  get guard(): InstanceGuard {
    return this.maker.guard;
  }

  /** Every problem at once, or a validated instance; a promise only where the author's own rules have to run. */
  check(raw: unknown, repairing: boolean): Awaitable<Checked> {
    const report: Report = { problems: [], repairs: [], repairing, exact: true };
    const value = this.verdict(raw, report);
    if (this.rules && isObject(value)) return this.checkAuthorRules(value, report);
    if (report.problems.length) return this.refusal(report.problems);
    return { ok: true, args: this.maker.make(value as Record<string, unknown>), repairs: report.repairs };
  }

  // A new value of one field of an instance; plain objects become instances of the nested class.
  private readonly adopt: Adopt = (field, value, instance) => {
    const { note, nested, schema } = field;
    const wire = nested
      ? nestedNames(plainValue(value), schema, planOf(nested, this.facts), this.facts, true)
      : value;
    const report: Report = { problems: [], repairs: [], repairing: false };
    this.checkOf(field)(wire, report);
    const [problem] = report.problems;
    if (problem) return { wrong: `${problem.field && `(${problem.field}) `}${problem.message}` };
    const adopted = nested && value instanceof nested ? value : this.maker.inner(field, wire);
    const judged = nested ? adopted : value;
    const wrong = this.rules ? authorObjection(this.plan, instance, note.key, judged, this.facts) : undefined;
    return wrong === undefined ? { value: adopted } : { wrong };
  };

  private checkOf(field: Field): Check {
    let check = this.checks.get(field);
    if (!check) this.checks.set(field, (check = compileCheck(field.schema)));
    return check;
  }

  // Problems the schema found already are not told again in the words of the author's rules.
  private async checkAuthorRules(value: Record<string, unknown>, report: Report): Promise<Checked> {
    const refused = report.problems.map(({ field }) => field);
    const absent = this.plan.fields
      .filter(({ note, required }) => !required && !Object.hasOwn(value, note.wireName))
      .map(({ note }) => note.wireName);
    const instance = refused.length ? this.madeBeside(refused, value) : this.maker.make(value);
    if (!instance) return this.refusal(report.problems);
    const broken = refused.length
      ? await authorProblemsBeside([...refused, ...absent], this.plan, instance, this.facts)
      : await authorProblems(this.plan, instance, this.facts);
    report.problems.push(...broken.filter(({ field }) => !absent.includes(rootOf(field))));
    if (report.problems.length) return this.refusal(report.problems);
    return { ok: true, args: instance, repairs: report.repairs };
  }

  // An author's transform presumes what the schema demands too: it isn't asked about a value that was refused, and if it throws
  // about others, those are the fault.
  private madeBeside(refused: readonly string[], value: Record<string, unknown>): object | undefined {
    const taken = Object.entries(value).filter(([name]) => !refused.includes(name));
    try {
      return this.maker.make(Object.fromEntries(taken));
    } catch {
      return undefined;
    }
  }

  private refusal(problems: Problem[]): Awaitable<Checked> {
    hideReceived(problems, this.plan.schema, secretsOf(this.plan.cls, this.facts));
    const example = exampleArguments(this.plan.schema, STATED_EXAMPLES);
    if (!example) return { ok: false, problems };
    if (!this.rules) return { ok: false, problems, example };
    this.exampleFits ??= this.obeysRules(example);
    return this.exampleFits.then((fits) => ({ ok: false, problems, ...(fits && { example }) }));
  }

  // The schema alone may not say what the author's rules demand, and they may throw about what was made up.
  private async obeysRules(example: Record<string, unknown>): Promise<boolean> {
    try {
      return (await authorProblems(this.plan, this.maker.make(example), this.facts)).length === 0;
    } catch {
      return false;
    }
  }
}

/** A validated instance, or a thrown error that lists every problem: for use in code rather than at a door. */
export async function createArguments<A extends object>(
  cls: ArgsClass<A>,
  raw: unknown,
  facts?: TypeFacts,
): Promise<A> {
  const checked = await validateArguments(cls, raw, { ...(facts && { facts }) });
  if (checked.ok) return checked.args as A;
  throw new ToolValidationError(`${cls.name}: ${problemText(checked.problems)}`);
}

/** Problems as one line for people. */
export function problemText(problems: readonly Problem[]): string {
  return problems.map((problem) => `${problem.field || 'arguments'} ${problem.message}`).join('; ');
}
