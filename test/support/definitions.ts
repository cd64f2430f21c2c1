import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsentMode } from '../../src/calls/consent';
import { DefinitionSet } from '../../src/mtdf/definition-set';
import { BackgroundOperations } from '../../src/operations/background-operations';
import { OperationEngine } from '../../src/operations/operation-engine';
import { executeThrough } from '../../src/operations/execute-operation';
import { MemoryEngine, type EngineLimits } from '../../src/operations/memory-engine';
import { OpenSessions } from '../../src/operations/operation-sessions';
import { PathPolicy } from '../../src/policy/path-policy';
import { ToolRegistry } from '../../src/registries/tool-registry';
import type { ToolSource } from '../../src/registries/tool-source';
import { Await } from '../../src/tools/await';
import { Cancel } from '../../src/tools/cancel';
import { Status } from '../../src/tools/status';
import { connect } from './connect';
import { recordingLogger } from './records';
import { temporaryDirectory } from './temporary-directory';

/** The directory of the tiny fixture programs. */
export const PROGRAMS = join(__dirname, '../fixtures/programs');

/** Options of a workshop; all have defaults. */
export interface WorkshopOptions {
  /** Definition files by name: an object, or the text of a broken one. */
  files: Record<string, object | string>;
  guidance?: object;
  strict?: boolean;
  tools?: ToolSource;
  inlineWaitMs?: number;
  limits?: Partial<EngineLimits>;
  env?: Record<string, string>;
  consent?: ConsentMode;
}

/** A root directory with definitions, served to a real client, with real programs behind them. */
export async function workshop(options: WorkshopOptions) {
  const root = temporaryDirectory('workshop');
  const dir = join(root, '.toolwright/tools');
  mkdirSync(dir, { recursive: true });
  const put = (name: string, content: object | string): void =>
    writeFileSync(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  for (const [name, content] of Object.entries(options.files)) put(name, content);
  if (options.guidance) put('tool_guidance.json', options.guidance);
  const { log, lines } = recordingLogger();
  const registry = new ToolRegistry([Status, Await, Cancel, ...(options.tools ? [options.tools] : [])], {
    log,
    ...(options.consent && { consent: options.consent }),
  });
  const sessions = new OpenSessions();
  const engine = new MemoryEngine(
    executeThrough(registry.call.bind(registry), sessions, 360),
    options.limits,
  );
  registry.instances.container.set(OperationEngine as never, engine);
  registry.runInBackgroundWith(new BackgroundOperations(engine, sessions, options.inlineWaitMs ?? 300));
  const policy = PathPolicy.default(root);
  const set = new DefinitionSet({
    sources: { dirs: [dir], strict: options.strict ?? false },
    registry,
    log,
    host: {
      paths: () => Promise.resolve(policy),
      cwd: root,
      env: {
        ...process.env,
        PATH: `${PROGRAMS}:${process.env['PATH']}`,
        STEP_LOG: join(root, 'steps.log'),
        ...options.env,
      },
      tempDir: tmpdir(),
      defaultTimeoutSeconds: 360,
    },
  });
  await set.load();
  const { client, close } = await connect(registry);
  return {
    root,
    dir,
    put,
    set,
    registry,
    engine,
    policy,
    client,
    lines,
    call: (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args }),
    names: async () => (await client.listTools()).tools.map((tool) => tool.name),
    close: async () => {
      await engine.shutdown(0, 'the test is over');
      await close();
    },
  };
}

/** Returns whether a process is still running; a zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}
