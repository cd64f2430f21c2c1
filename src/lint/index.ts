export { CLIENT_NAMES, CLIENT_LIMITS, type ClientName } from './clients';
export { subjectText, type LintFinding, type Severity } from './finding';
export { lintOffer, type LintOffer, type LintOptions } from './lint-offer';
export type { ForgottenField, Probe, Refusal, UnregisteredClass } from './probe';
export { RULES } from './rules';
