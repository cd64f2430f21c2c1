export { Arg, Explicit, Prompt, Resource, Tool } from './decorators';
export type { PromptClass, ResourceClass, ToolClass } from './decorators';
export type {
  AnyClass,
  ArgOptions,
  ArgsClass,
  ItemOptions,
  PromptFacts,
  ResourceFacts,
  ToolAnnotations,
  ToolExample,
  ToolFacts,
  TypeRef,
  ValueRules,
} from './metadata';
export { ToolArguments } from './arguments';
export { Result } from './result';
export type { Disposition, Failure, FailureExtras, Ok, ResultExtras } from './result';
export { ToolResult } from './tool-result';
export type { ContentBlock, EmbeddedResource } from './tool-result';
export {
  AuthorError,
  ErrorCode,
  ToolDisabledError,
  ToolError,
  ToolExecutionError,
  ToolNotFoundError,
  ToolTimeoutError,
  ToolValidationError,
  toProtocolError,
} from './errors';
export type { ProtocolError } from './errors';
export type { JsonSchema, ObjectSchema } from './json-schema';
export { schemaOf } from './schema';
export type { FieldType, TypeFacts } from './schema';
export { validateArguments } from './validate';
export type { ValidateOptions } from './validate';
export { defineTool } from './define-tool';
export type { ToolDefinition } from './define-tool';
export { toolFromClass } from './tool-class';
export type { Manifest, ManifestJson, ManifestTool } from './lazy-tool';
export { lazyTools } from './lazy-tools';
export { ToolRegistry } from './registry';
export type { LazySource, RegistryOptions, ToolFilter, ToolSource } from './registry';
export { PromptError, PromptRegistry } from './prompt-registry';
export type { LazyPrompt, PromptSource } from './prompt-registry';
export type { PromptDescription } from './prompt-description';
export type { PromptMessage, PromptReply } from './prompt-reply';
export { ResourceNotFoundError, ResourceRegistry } from './resource-registry';
export type { LazyResource, ResourceEntry, ResourceSource, TemplateEntry } from './resource-shapes';
export type { ResourceContents } from './resource-contents';
export type { CallOptions } from './call-context';
export type { ConsentMode } from './consent';
export type { Guard, Middleware, ToolCall } from './pipeline';
export type { BackgroundRunner, OperationRequest } from './background';
export type { CallOutcome, Repair, WireResult } from './outcome';
export { outcomeError, outcomeValue, renderOutcome } from './render';
export type { Awaitable, Checked, Problem, Tool as ToolShape, ToolDescription } from './tool';
export type { Answer, Door, Progress, Question, Session, ToolContext } from './tool-context';
export { LOG_LEVELS, Logger } from './logger';
export type { LogLevel, LogRecord, LogSink } from './logger';
export { createLogging, redact } from './logging';
export type { Logging, LoggingOptions } from './logging';
export { addCodeMode } from './code/code-mode';
export type { CodeMode, CodeModeOptions } from './code/code-mode';
export { PromptsConfig } from './prompts-config/prompts-config';
export { Exposure } from './exposure';
export type { ExposureMode } from './exposure';
export { signatureOf } from './signature';
export { createServer, serveStdio } from './serve';
export type { ServerOptions, ServerPart, StdioServer } from './serve';
export { promptsPart } from './serve/prompts';
export { resourcesPart } from './serve/resources';
export { completionsPart } from './serve/completions';
export { ConfigStore } from './flags/config-store';
export type { ConfigStoreOptions } from './flags/config-store';
export { FlagStore } from './flags/flag-store';
export type { Flags } from './flags/flag-store';
export type { FlagValue } from './flags/flag-values';
export { switchTools } from './flags/tool-switch';
export {
  DefinitionSet,
  loadDefinitions,
  mtdfSchema,
  problemLine,
  problemReport,
  validateDefinition,
} from './mtdf';
export type {
  DefinitionHost,
  DefinitionProblem,
  DefinitionSetOptions,
  DefinitionSources,
  LoadedDefinition,
  Validated,
} from './mtdf';
export { PathPolicy } from './policy/path-policy';
export {
  BackgroundOperations,
  executeThrough,
  MemoryEngine,
  OpenSessions,
  OperationEngine,
} from './operations';
export type {
  EngineLimits,
  Execute,
  Finished,
  Operation,
  OperationFilter,
  OperationState,
  Waited,
} from './operations';
