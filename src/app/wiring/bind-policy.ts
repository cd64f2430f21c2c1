import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ContainerInstance } from 'typedi';
import type { PathPolicy } from '../../policy/path-policy';
import type { PolicyRules } from '../../policy/policy-rules';
import type { ToolShape } from '../../tool/tool';
import { exceptionMessage } from '../../base/exception';
import { snakeCase } from '../../base/names';
import {
  changedSettings,
  formatOrigin,
  formatProblems,
  watchConfig,
  type ConfigChange,
  type LoadedConfig,
} from '../../config';
import { describeCommands } from './describe-commands';
import type { Setup } from '../pack';
import type { CallJudge, Judgement } from './make-call-judge';
import { policyRules } from './make-policy-rules';
import { misplacedPaths } from './read-beside-file';
import { noteChange, SETTINGS_AT_ONCE } from './config-in-force';
import { steeringFiles, unverifiedFiles } from './find-steering-files';
import { secretFiles } from './find-secret-files';
import { ruleProblems, switchesAlike } from './apply-tool-settings';

/** What the policy of a server is built from. */
export type PolicySetup = Pick<
  Setup,
  | 'config'
  | 'sources'
  | 'request'
  | 'trust'
  | 'cwd'
  | 'env'
  | 'judged'
  | 'log'
  | 'registry'
  | 'onClose'
  | 'siblings'
>;

const AT_ONCE = new RegExp(`^(?:${SETTINGS_AT_ONCE.map(snakeCase).join('|')})(?:[.[]|$)`);

// The budgets of answers are shared out when the server starts.
const AT_THE_START = /^tools\.[^.]+\.answer_budget$/;

/** The policy of one server: built on first use, and updated when the configuration file changes. */
class ServerPolicy {
  private policy: PathPolicy | undefined;
  private judge: Promise<CallJudge> | undefined;
  private latest: Pick<LoadedConfig, 'config' | 'sources' | 'request'>;

  constructor(private readonly setup: PolicySetup) {
    this.latest = setup;
    this.tellChoices();
    const watch = watchConfig(setup.request, (change) => this.changed(change));
    setup.onClose(() => watch.close());
  }

  async paths(): Promise<PathPolicy> {
    const { PathPolicy } = await import('../../policy/path-policy.js');
    return (this.policy ??= new PathPolicy(this.rules()));
  }

  callJudge(): Promise<CallJudge> {
    return (this.judge ??= this.makeJudge());
  }

  private async makeJudge(): Promise<CallJudge> {
    const { CallJudge } = await import('./make-call-judge.js');
    const { config, sources, log } = this.setup;
    const { allowPrivate } = config.web;
    const web = { allowPrivate, where: formatOrigin(sources.where('web.allow_private')) };
    return new CallJudge(await this.paths(), web, log.named('commands'));
  }

  private rules(): PolicyRules {
    const { cwd, env } = this.setup;
    const request = { ...this.setup, ...this.latest };
    return policyRules({
      ...this.latest,
      cwd,
      env,
      steering: steeringFiles(request),
      unverified: unverifiedFiles(request),
      secrets: secretFiles(request),
    });
  }

  // A version that would be refused at start-up changes nothing: the old rules stay in force.
  private changed(change: ConfigChange): void {
    const before = this.latest;
    try {
      this.latest = this.accepted(change);
      this.policy?.update(this.rules());
    } catch (error) {
      this.latest = before;
      const { message } = error as Error;
      this.told(() =>
        this.setup.log.error(
          `The changed configuration file cannot be used; the old policy stays in force. ${message}`,
        ),
      );
      return;
    }
    noteChange(this.setup, this.latest);
    this.told(() => {
      this.tellChange();
      this.tellChoices();
    });
    const { registry, log } = this.setup;
    try {
      describeCommands(this.latest.config, registry);
      if (!switchesAlike(before.config, this.latest.config)) registry.relist();
    } catch (error) {
      log.error(`What listens to changes of the tools failed: ${exceptionMessage(error)}`);
    }
  }

  private tellChange(): void {
    const { log } = this.setup;
    const waiting = changedSettings(this.setup, this.latest).filter(
      (path) => !AT_ONCE.test(path) || AT_THE_START.test(path),
    );
    if (waiting.length)
      log.warning(
        `The policy was reloaded from the changed configuration file. Not in force until a restart: ${waiting.join(', ')}`,
      );
    else log.info('The policy was reloaded from the changed configuration file');
  }

  // Where the app is opened anew with the changed file, that says what came of it, for whichever settings changed.
  private told(log: () => void): void {
    const { siblings } = this.setup;
    if (siblings) siblings.reconfigured();
    else log();
  }

  private accepted({ loaded, problems }: ConfigChange): LoadedConfig {
    const all = [...problems, ...(loaded ? ruleProblems({ ...this.setup, ...loaded }) : [])];
    if (!loaded || all.length) throw new Error(formatProblems(all));
    return loaded;
  }

  private tellChoices(): void {
    const { tools, sandbox, roots, readOnly } = this.latest.config;
    if (readOnly) this.setup.log.info('read_only: nothing may be changed through this server');
    for (const [name, settings] of Object.entries(tools)) {
      if (settings.shell)
        this.setup.log.warning(
          `tools.${name}.shell: command lines are passed to a shell, so rules on commands have no effect`,
        );
    }
    const misplaced = misplacedPaths({ ...this.latest, cwd: this.setup.cwd });
    for (const text of misplaced) this.setup.log.warning(text);
    roots.forEach((root, index) => {
      const isTold = misplaced.some((text) => text.startsWith(`roots[${index}]`));
      if (!isTold && !existsSync(resolve(this.setup.cwd, root)))
        this.setup.log.warning(`The root ${root} does not exist`);
    });
    if (sandbox.mode === 'off') this.setup.log.info('sandbox: off: commands run without a sandbox');
  }
}

const policies = new WeakMap<PolicySetup, ServerPolicy>();

/** Starts watching the policy's part of the configuration; costs almost nothing. */
export function startPolicy(setup: PolicySetup): void {
  policyOf(setup);
}

/** Registers the services that judge paths and commands in the container, once for all packs. */
export async function bindPolicy(container: ContainerInstance, setup: PolicySetup): Promise<void> {
  const [{ PathPolicy }, { Files }] = await Promise.all([
    import('../../policy/path-policy.js'),
    import('../../files/files.js'),
  ]);
  if (container.has(PathPolicy)) return;
  const paths = await policyOf(setup).paths();
  container.set({ id: PathPolicy, value: paths });
  container.set({ id: Files, factory: () => new Files(paths) });
}

/** Returns the judge of a server's calls. */
export function callJudgeOf(setup: PolicySetup): Promise<CallJudge> {
  return policyOf(setup).callJudge();
}

/** Returns what the policy would decide on a call with checked arguments, without calling anything. */
export async function explainCall(
  setup: PolicySetup,
  tool: ToolShape,
  args: object,
): Promise<readonly Judgement[]> {
  return (await callJudgeOf(setup)).judge(tool, args);
}

function policyOf(setup: PolicySetup): ServerPolicy {
  let policy = policies.get(setup);
  if (!policy) policies.set(setup, (policy = new ServerPolicy(setup)));
  return policy;
}
