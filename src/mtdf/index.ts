export { STANDARD_GUIDANCE, parseGuidance } from './definition-guidance';
export type { Guidance } from './definition-guidance';
export { loadDefinitions } from './load-definitions';
export type { DefinitionSources, Loaded, LoadedDefinition } from './load-definitions';
export { hasErrors, problemLine, problemReport } from './definition-problem';
export type { DefinitionProblem, ProblemKind } from './definition-problem';
export { mtdfSchema } from './definition-schema';
export { validateDefinition } from './validate-definition';
export type { ValidateDefinitionOptions, Validated } from './validate-definition';
