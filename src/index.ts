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
export { schemaOf } from './schema/args-schema';
export type { FieldType, TypeFacts } from './schema/args-schema';
export { validateArguments } from './schema/validate';
export type { ValidateOptions } from './schema/validate';
export { defineTool } from './tool/define-tool';
export type { ToolDefinition } from './tool/define-tool';
export { toolFromClass } from './tool/annotated-tool';
export type { LazySource, Manifest, ManifestJson, ManifestTool } from './tool/manifest';
export { lazyTools } from './tool/lazy-tools';
export { ToolRegistry } from './registries/tool-registry';
export type { RegistryOptions, ToolFilter, ToolSource } from './registries/tool-registry';
export { PromptError, PromptRegistry } from './registries/prompt-registry';
export type { LazyPrompt, PromptSource } from './registries/prompt-registry';
export type { PromptDescription } from './registries/prompt-description';
export type { PromptMessage, PromptReply } from './registries/prompt-reply';
export { ResourceNotFoundError, ResourceRegistry } from './registries/resource-registry';
export type {
  LazyResource,
  ResourceEntry,
  ResourceSource,
  TemplateEntry,
} from './registries/resource-shapes';
export type { ResourceContents } from './registries/resource-contents';
export type { CallOptions } from './calls/call-context';
export type { ConsentMode } from './calls/consent';
export type { Guard, Middleware, ToolCall } from './calls/pipeline';
export type { BackgroundRunner, OperationRequest } from './calls/background';
export type { CallOutcome, Repair, WireResult } from './outcome';
export { outcomeError, outcomeValue, renderOutcome } from './calls/render';
export type { Awaitable } from './awaitable';
export type { Checked } from './schema/checked';
export type { Problem } from './json/problem';
export type { Tool as ToolShape, ToolDescription } from './tool/tool';
export type { Answer, Door, Progress, Question, Session, ToolContext } from './tool-context';
export { LOG_LEVELS, Logger } from './logger';
export type { LogLevel, LogRecord, LogSink } from './logger';
export { createLogging, redact } from './logging';
export type { Logging, LoggingOptions } from './logging';
export { addCodeMode } from './app/code-mode';
export type { CodeMode, CodeModeOptions } from './app/code-mode';
export { PromptsConfig } from './prompts-config/prompts-config';
export { Exposure } from './registries/exposure';
export type { ExposureMode } from './registries/exposure';
export { signatureOf } from './tool/signature';
export { createServer, serveStdio } from './serve';
export type { ServerOptions, ServerPart, StdioServer } from './serve';
export { promptsPart } from './serve/prompts';
export { resourcesPart } from './serve/resources';
export { completionsPart } from './serve/completions';
export { ConfigStore } from './store/config-store';
export type { ConfigStoreOptions } from './store/config-store';
export { FlagStore } from './flags/flag-store';
export type { Flags } from './flags/flag-store';
export type { FlagValue } from './store/flag-values';
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
