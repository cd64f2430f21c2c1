import './base/symbol-metadata';
export type { ArgAccess, DeclaredAccess } from './base/access';
export { defineApp } from './app/app';
export type { App, AppContext, AppOptions } from './app/app';
export { serveHttp } from './app/serve-http';
export type { ServeHttpOptions } from './app/serve-http';
export { serveStdio } from './app/serve-stdio';
export type { ServeOptions } from './app/serve-stdio';
export { ToolArguments } from './arguments';
export type { Awaitable } from './base/awaitable';
export type { CallerRoots, WrittenRule } from './base/caller-roots';
export type { CallObserver } from './calls/call-observer';
export type {
  CallDecision,
  CallKind,
  CallBeginning,
  CallReport,
  CallOrigin,
  ConsentDecision,
  Refuser,
} from './calls/call-report';
export type { ConsentMode } from './calls/consent';
export type { Guard, Middleware, ToolCall } from './calls/pipeline';
export type { GuardRefusal } from './calls/refusal-of-guard';
export { Setting } from './config/setting';
export type { SettingDecorator, SettingNames } from './config/setting';
export type { Config } from './config/config';
export type { ConfigDefaults, DefaultsOf, NeededSettings } from './config/config-defaults';
export { AuthorErrors } from './author-problems';
export { Arg, Explicit, Prompt, Resource, Tool } from './decorators';
export type { PromptClass, ResourceClass, ToolClass } from './decorators';
export {
  AuthorError,
  ErrorCode,
  MissingCapabilityError,
  QuestionPendingError,
  ToolDisabledError,
  ToolError,
  ToolExecutionError,
  ToolNotFoundError,
  ToolTimeoutError,
  ToolValidationError,
} from './errors';
export type { JsonSchema, ObjectSchema } from './base/json-schema';
export type { LogLevel } from './logger';
export type {
  ArgOptions,
  ArgsClass,
  InjectToken,
  ItemOptions,
  KnownFormat,
  PromptFacts,
  ResourceFacts,
  ToolAnnotations,
  ToolExample,
  ToolFacts,
  TypeRef,
  ValueRules,
} from './metadata';
export type { CallOutcome } from './outcome';
export type { LazyPrompt, PromptSource } from './registries/prompt-registry';
export type {
  LazyResource,
  ResourceEntry,
  ResourceSource,
  TemplateEntry,
} from './registries/resource-shapes';
export type { ToolSource } from './registries/tool-source';
export { Result } from './result';
export type { Disposition, Failure, FailureExtras, Ok, ResultExtras } from './result';
export type { HttpServer } from './serve/http/http-server';
export type { StdioServer } from './serve/stdio/stdio-server';
export { defineTool } from './tool/define-tool';
export type { DefinedTool } from './tool/defined-tool';
export { lazyTools, type ToolLoader } from './tool/lazy-tools';
export { readManifest } from './tool/read-manifest';
export type { LazySource, Manifest, ManifestJson, ManifestTool } from './tool/manifest';
export type { QuestionField, QuestionSchema } from './base/question-schema';
export type {
  AskUser,
  UserAnswer,
  Door,
  Grant,
  Progress,
  Question,
  Sample,
  SampleRequest,
  Session,
  ToolContext,
} from './tool-context';
export type { PageNote } from './base/page-note';
export { ToolResult } from './tool-result';
export type { ContentBlock, EmbeddedResource } from './tool-result';
export type * from './types/toolwright-types';
