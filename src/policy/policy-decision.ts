/** The rule behind a decision, and where it is set. */
export interface RuleReference {
  /** The rule as the configuration spells it, such as `tools.write_file.denied_paths: /etc`. */
  readonly rule: string;
  /** File and line, an option, a variable, or `default` / `built in`. */
  readonly where: string;
}

/** Whether something is allowed, why, and by which rule. */
export type Decision = Allowed | Refused;

/** A decision to allow. */
export interface Allowed {
  readonly allowed: true;
  readonly reason: string;
  readonly rule: RuleReference;
}

/** A decision to refuse. */
export interface Refused {
  readonly allowed: false;
  readonly reason: string;
  readonly rule: RuleReference;
}

/** Makes a refusal by a built-in rule, which configuration cannot override. */
export function refusedBuiltIn(reason: string, rule: string): Refused {
  return { allowed: false, reason, rule: { rule, where: 'built in' } };
}

/** Describes a decision: what was decided, why, and by which rule. */
export function describeDecision(decision: Decision): string {
  const verdict = decision.allowed ? 'allowed' : 'refused';
  return `${verdict}: ${decision.reason} [${decision.rule.rule} (${decision.rule.where})]`;
}
