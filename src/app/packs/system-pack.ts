import type { Pack } from '../pack';
import { bindPolicy, startPolicy } from '../wiring/bind-policy';

/** Commands under the policy, and facts about the machine. */
export const systemPack: Pack = {
  name: 'system',
  tools: {
    execute_command: () => import('../../tools/execute-command.js').then((module) => module.ExecuteCommand),
    system_info: () => import('../../tools/system-info.js').then((module) => module.SystemInfo),
  },
  start: startPolicy,
  async bind(container, setup) {
    const [{ CommandRunner }, { SystemFacts }, { PathPolicy }] = await Promise.all([
      import('../../policy/command-runner.js'),
      import('../../process/system-facts.js'),
      import('../../policy/path-policy.js'),
    ]);
    await bindPolicy(container, setup);
    const { cwd, env, log } = setup;
    container.set({ id: SystemFacts, factory: () => new SystemFacts(cwd, env['USER'] ?? env['USERNAME']) });
    container.set({
      id: CommandRunner,
      factory: () => new CommandRunner(container.get(PathPolicy), log.named('commands')),
    });
  },
};
