export { BackgroundOperations } from './background-operations';
export { OperationEngine } from './engine';
export type { OperationListener, Waited } from './engine';
export { executeThrough } from './execute';
export { MemoryEngine } from './memory-engine';
export type { EngineLimits, Execute } from './memory-engine';
export { OpenSessions } from './open-sessions';
export type { Finished, Operation, OperationFilter, OperationState } from './operation';
