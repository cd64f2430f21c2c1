import { LAST_ANSWERS_MS } from '../calls/server-ending';
import type { Config, LoadedConfig, PackName } from '../config';
import type { Logger } from '../logger';
import type { AnyClass } from '../metadata';
import { Exposure } from '../registries/tool-exposure';
import { ENTRY_TOOLS } from './wiring/name-entry-tools';
import { PromptRegistry } from '../registries/prompt-registry';
import { ResourceRegistry } from '../registries/resource-registry';
import { ToolRegistry } from '../registries/tool-registry';
import type { App, AppContext } from './app';
import { AuthorServices } from './author-services';
import type { CloseLimits } from './close-limits';
import { CloseSteps } from './close-steps';
import { startDefinitions } from './wiring/start-definitions';
import { manifest } from './wiring/take-built-in-manifest';
import { loadModules } from './load-modules';
import { chosenPacks, OpenPacks } from './open-packs';
import { runStart } from './run-start';
import type { ImpliedPack, Pack, Setup } from './pack';
import { PACK_LOADERS } from './packs';
import { keptAnswers, makeAnswerBudget, needsReader, refuseReaderName } from './wiring/make-answer-budget';
import { configInForce } from './wiring/config-in-force';
import { configuredLimit, operatorSwitch, refuseWrongRules } from './wiring/apply-tool-settings';
import { describeCommands } from './wiring/describe-commands';
import { policyGuard } from './wiring/make-policy-guard';
import { applyPromptsConfig, readPromptsConfig } from './wiring/apply-prompts-config';
import { idleSettings, warnOfSettings } from './wiring/find-idle-settings';
import { isRegistered } from '../telemetry/load-opentelemetry';
import type { Siblings } from './siblings';
import { WorkspaceTrust } from './workspace-trust';

/** An app that is ready to be served: everything as values, before any transport. */
export interface OpenApp {
  readonly app: App;
  readonly config: Config;
  readonly registry: ToolRegistry;
  readonly prompts: PromptRegistry;
  readonly resources: ResourceRegistry;
  readonly packs: readonly Pack[];
  readonly setup: Setup;
  /** Builds everything that tools, prompts and resources need once; throws all mistakes together. */
  verify(): Promise<void>;
  /** Lets operations in the background end, and cancels those that don't; `close` begins with it. */
  endWork(): Promise<void>;
  /** Runs the close hook and all registered close steps, latest first. */
  close(): Promise<void>;
  /** Calls them without waiting for what they begin; for a process whose thread won't be free again. */
  closeNow(): void;
}

/** What is needed to open an app. */
export interface OpenRequest {
  readonly loaded: LoadedConfig;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Whether this process is a server of the app; not a worker, nor a command that only looks at it. */
  readonly serves?: boolean;
  /** Whether settings that could never count are refused, and warned of; as by a server or a worker. */
  readonly judged?: boolean;
  /** Other processes of the same app beside this one. */
  readonly siblings?: Siblings | undefined;
  /** Returns whether the client has left while the app is being opened. */
  readonly clientGone?: (() => boolean) | undefined;
  /** Whether `verify` is called next, so that mistakes of registration are left for it to report. */
  readonly verified?: boolean;
  /** Runs once everything is registered and before `start`, which may still register more; what it throws keeps the app from starting. */
  readonly beforeStart?: ((open: OpenApp) => Promise<void>) | undefined;
  /** Bounds an author's hooks where the process has no end of its own that does. */
  readonly closing?: CloseLimits;
}

/** Assembles an app from its options and its configuration: registries, packs, services, definitions. */
export async function openLoaded(app: App, request: OpenRequest): Promise<OpenApp> {
  const steps = new CloseSteps(request.log, request.closing);
  try {
    return await opened(app, request, steps);
  } catch (error) {
    await steps.run();
    const { withLeftOut } = await import('./with-left-out.js');
    throw await withLeftOut(error, request.loaded, request);
  }
}

async function opened(app: App, request: OpenRequest, steps: CloseSteps): Promise<OpenApp> {
  const { options } = app;
  const { config, sources } = request.loaded;
  const packs = new OpenPacks();
  const callRecords = (): Promise<typeof import('./wiring/make-call-records')> =>
    import('./wiring/make-call-records.js');
  const kept = keptAnswers(
    config,
    async () => (await callRecords()).makeSharedAnswers(setup, app.name),
    request.siblings,
  );
  const registry: ToolRegistry = new ToolRegistry([], {
    prefix: config.prefix,
    log: request.log,
    manifest: options.manifest ?? manifest,
    consent: () => configInForce(setup).config.consent,
    output: config.output,
    defaultTimeoutSeconds: config.timeout,
    timeLimitOf: configuredLimit(() => configInForce(setup).config),
    operatorSwitch: operatorSwitch(() => configInForce(setup)),
    answers: makeAnswerBudget(config, kept, () => registry),
    records: async () => (await callRecords()).makeCallRecords(setup, app.name),
    ...(options.container && { container: options.container }),
    keepProblems: true,
    guards: [policyGuard(() => setup), ...(options.guards ?? [])],
  });
  steps.addWork(() => registry.settled(LAST_ANSWERS_MS));
  for (const layer of options.middleware ?? []) registry.use(layer);
  const trust = new WorkspaceTrust({ ...request, ...request.loaded });
  const promptsConfig = await readPromptsConfig({ ...request, config, trust, onClose: steps.add });
  const setup: Setup = {
    name: app.name,
    config,
    sources,
    request: request.loaded.request,
    trust,
    cwd: request.cwd,
    env: request.env,
    log: request.log,
    serves: request.serves ?? false,
    judged: request.judged ?? false,
    siblings: request.siblings,
    registry,
    exposure: new Exposure(registry, config.expose, ENTRY_TOOLS),
    kept,
    promptsConfig,
    onWorkEnd: steps.addWork,
    onClose: steps.add,
    async services(pack) {
      if (pack !== undefined) await packs.bindNamed(pack, setup);
      return registry.instances.container;
    },
  };
  if (
    config.telemetry.mode === 'on' ||
    (config.telemetry.mode === 'auto' && isRegistered('trace', 'metrics'))
  )
    (await import('./wiring/start-telemetry.js')).startTelemetry(setup);
  if (config.audit.dir !== undefined) (await import('./wiring/start-audit.js')).startAudit(setup);
  // After ours, so that what they do to a report is not recorded.
  for (const observer of options.observers ?? []) registry.observe(observer);
  const context = contextOf(setup, steps);
  const services = new AuthorServices(app, context);
  registry.instances.prepare = (cls: AnyClass) => packs.bindFor(cls, setup) ?? services.bind();
  const modules = await loadModules(setup);
  registry.register([options.tools ?? [], modules.tools]);
  const prompts = new PromptRegistry([options.prompts ?? [], modules.prompts], registry);
  const resources = new ResourceRegistry([options.resources ?? [], modules.resources], registry);
  const add = async (names: readonly (PackName | ImpliedPack)[]): Promise<void> => {
    const added = await packs.load(names);
    for (const pack of added) registry.register(await packs.tools(pack, setup));
    for (const pack of added) prompts.register(packs.prompts(pack, setup));
    for (const pack of added) resources.register(packs.resources(pack));
    for (const pack of added) await pack.start?.(setup);
  };
  await add([...chosenPacks(app, request.loaded), ...(config.expose === 'all' ? [] : (['code'] as const))]);
  if (app.options.packs?.includes('code') && !packs.has('code'))
    resources.register(packs.resources(await PACK_LOADERS.code()));
  // Before the definitions, of which none may take its name; they may also be the first to need it.
  const addReader = async (): Promise<void> => {
    if (packs.has('answers') || !needsReader(config, registry)) return;
    if (!refuseReaderName(registry)) await add(['answers']);
  };
  await addReader();
  await startDefinitions(setup);
  if (registry.some((tool) => tool.synchronous === false)) await add(['operations']);
  await addReader();
  // Only now is every doubled name known.
  if (!request.verified) registry.registration.throwKept();
  if (sources.file !== undefined) (await import('./wiring/bind-policy.js')).startPolicy(setup);
  refuseWrongRules(setup);
  if (setup.judged) warnOfSettings(setup.log, idleSettings(setup));
  describeCommands(config, registry);
  if (promptsConfig) await applyPromptsConfig(promptsConfig, setup, prompts);
  warnOfFlags(setup, packs);
  trust.report(request.log);
  // It runs before all steps, whoever closes.
  let hook = options.close;
  const addHook = (): void => {
    const close = hook;
    hook = undefined;
    if (close) steps.add(() => close(context), 'close');
  };
  const open: OpenApp = {
    app,
    config,
    registry,
    prompts,
    resources,
    packs: packs.list,
    setup,
    verify: async () => {
      const { verifyApp } = await import('./verify-app.js');
      await services.whileVerifying(() => verifyApp({ app, registry, prompts, resources, setup }));
    },
    endWork: () => steps.endWork(),
    async close() {
      await steps.endWork();
      addHook();
      await steps.run();
    },
    closeNow() {
      addHook();
      steps.runNow();
    },
  };
  await request.beforeStart?.(open);
  await runStart(app, context, request.clientGone);
  return open;
}

function contextOf({ config, registry, cwd, env, log }: Setup, steps: CloseSteps): AppContext {
  const onClose: AppContext['onClose'] = (step) => steps.add(step, 'onClose');
  return { config, settings: config.settings ?? {}, registry, cwd, env, log, onClose };
}

function warnOfFlags({ registry, log }: Setup, packs: OpenPacks): void {
  if (packs.has('guide') || !registry.some(({ enabledBy }) => enabledBy !== undefined)) return;
  for (const { name, enabledBy } of registry.list()) {
    if (enabledBy !== undefined)
      log.warning(
        `Tool ${name} depends on the flag '${enabledBy}', but the pack 'guide', which provides flags, is off; the flag has no effect`,
      );
  }
}
