/** The rule that made a decision, and where the operator wrote it. */
export interface RuleReference {
  /** The rule as the configuration spells it, such as `tools.write_file.denied_paths: /etc`. */
  readonly rule: string;
  /** File and line, an option, a variable, or `default` / `built in`. */
  readonly where: string;
}

/** Whether something may happen, why, and by which rule. */
export type Decision = Allowed | Refused;

/** It may happen. */
export interface Allowed {
  readonly allowed: true;
  readonly reason: string;
  readonly rule: RuleReference;
}

/** It may not happen. */
export interface Refused {
  readonly allowed: false;
  readonly reason: string;
  readonly rule: RuleReference;
}

/** A refusal by a rule of Toolwright itself, which no configuration can lift. */
export function refusedBuiltIn(reason: string, rule: string): Refused {
  return { allowed: false, reason, rule: { rule, where: 'built in' } };
}

/** A decision in words: what was decided, why, and by which rule. */
export function describeDecision(decision: Decision): string {
  const verdict = decision.allowed ? 'allowed' : 'refused';
  return `${verdict}: ${decision.reason} [${decision.rule.rule} (${decision.rule.where})]`;
}
