export { BackgroundOperations } from './background-operations';
export { OperationEngine } from './operation-engine';
export type { OperationListener, Waited } from './operation-engine';
export { executeThrough } from './execute-operation';
export { MemoryEngine } from './memory-engine';
export type { EngineLimits, Execute } from './memory-engine';
export { OpenSessions } from './operation-sessions';
export type { Finished, Operation, OperationFilter, OperationState } from './operation';
