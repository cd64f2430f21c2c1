export { Config, PACKS, type PackName } from './config';
export { changedSettings, effectiveSettings, secretsInFile, type EffectiveSetting } from './effective-config';
export { configFromText, fileSetting, loadConfig, readConfig, type LoadedConfig } from './load-config';
export { placesInLeftOut } from './left-out-file';
export type { ConfigDefaults } from './config-defaults';
export { ConfigModel, shippedModel } from './config-model';
export { optionTable, parseOptions, type OwnOptions, type ParsedOptions } from './config-options';
export { ConfigError, formatOrigin, formatProblems, type ConfigProblem, type Origin } from './config-problem';
export {
  CONFIG_FILE,
  configPath,
  modelOf,
  type ConfigRequest,
  type MetRequest,
  type OptionValues,
} from './config-request';
export type { Sources } from './setting-sources';
export { unknownToolSettings } from './unknown-tool-settings';
export { watchConfig, type ConfigChange } from './config-watch';
export {
  CodeSettings,
  ContentSettings,
  DefinitionSettings,
  LogSettings,
  OperationSettings,
  SnippetSettings,
  WebSettings,
} from './config-sections';
export { HttpSettings, type GrantSettings } from './http-settings';
export { LimitSettings, SandboxSettings, ToolSettings } from './command-sections';
export { Setting, type SettingNames } from './setting';
