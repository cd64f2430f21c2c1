import { userAnswer } from '../../../src/calls/user-answer';
import { Arg, defineTool, Explicit, Tool, ToolArguments, type ToolContext } from '../../../src/index';
import { ToolRegistry } from '../../../src/embed';
import { BackgroundOperations, executeThrough, MemoryEngine, OpenSessions } from '../../../src/operations';
import manifest from '../../../src/generated/manifest.json';
import type { ConsentMode } from '../../../src/calls/consent';
import type { UserAnswer, Door, Session } from '../../../src/tool-context';
import { recordingLogger } from '../../support/records';

const ran: string[] = [];
beforeEach(() => ran.splice(0));

class RemoveArgs extends ToolArguments {
  @Arg('What to remove') name!: string;
  @Arg({ description: 'A word nobody may see', secret: true, optional: true }) token?: string;
  @Explicit('REMOVE_IT') explicitAction!: 'REMOVE_IT';
}

@Tool({ name: 'explicit', args: RemoveArgs, description: 'Remove a thing.' })
class Remove {
  run() {
    ran.push('explicit');
  }
}

const plainTool = (name: string, annotations?: { destructiveHint?: boolean; readOnlyHint?: boolean }) =>
  defineTool({
    name,
    description: 'Do a thing.',
    inputSchema: { type: 'object', additionalProperties: true },
    ...(annotations && { annotations }),
    run: () => void ran.push(name),
  });

const TOOLS = [Remove, plainTool('destructive', { destructiveHint: true }), plainTool('plain')];
const ARGS: Record<string, Record<string, unknown>> = {
  explicit: { name: 'x', explicit_action: 'REMOVE_IT' },
  destructive: { name: 'x' },
  plain: { name: 'x' },
};
const DOORS: Door[] = ['client', 'run', 'prompt', 'resource', 'sequence', 'operation', 'shell', 'tool'];
const MODES: ConsentMode[] = ['literal', 'ask', 'deny'];

function asking(action: UserAnswer['action']): { session: Session; questions: string[] } {
  const questions: string[] = [];
  const ask = async ({ message }: { message: string }): Promise<UserAnswer> => {
    questions.push(message);
    return userAnswer(action);
  };
  return { session: { id: 's', ask }, questions };
}

// Whether a tool runs: with a user who accepts, one who declines, and nobody to ask.
function expected(tool: string, mode: ConsentMode): [boolean, boolean, boolean] {
  if (tool === 'plain' || (tool === 'destructive' && mode === 'literal')) return [true, true, true];
  if (mode === 'deny') return [false, false, false];
  return [true, false, mode === 'literal'];
}

describe.each(DOORS)('through the door %s', (door) => {
  test.each(MODES.flatMap((mode) => Object.keys(ARGS).map((tool) => [mode, tool] as const)))(
    '%s: %s',
    async (mode, tool) => {
      const registry = new ToolRegistry(TOOLS, { consent: mode });
      const outcomes: boolean[] = [];
      for (const session of [asking('accept').session, asking('decline').session, undefined]) {
        const { isError } = await registry.call(tool, ARGS[tool], { door, ...(session && { session }) });
        outcomes.push(!isError);
      }
      expect(outcomes).toEqual(expected(tool, mode));
      expect(ran).toHaveLength(outcomes.filter(Boolean).length);
    },
  );
});

test('the built-in tools that can lose something say so', () => {
  const destructive = manifest.tools
    .filter(({ annotations }) => (annotations as { destructiveHint?: boolean }).destructiveHint)
    .map(({ name }) => name);
  expect(destructive.sort()).toEqual([
    'category_change',
    'category_remove',
    'category_update',
    'clone_project',
    'collection_change',
    'collection_remove',
    'collection_update',
    'delete_document',
    'execute_command',
    'remove_project',
    'restore_document',
    'set_feature_flag',
    'set_project_flag',
    'update_document',
    'write_file',
  ]);
  for (const { name, annotations } of manifest.tools)
    expect([name, Object.keys(annotations ?? {})]).toEqual([name, expect.arrayContaining(['readOnlyHint'])]);
});

describe('background tools', () => {
  function inBackground(mode: ConsentMode) {
    const destructive = defineTool({
      name: 'slow_destructive',
      description: 'Do a thing slowly.',
      annotations: { destructiveHint: true },
      synchronous: false,
      run: () => void ran.push('slow_destructive'),
    });
    const calls = defineTool({
      name: 'caller',
      description: 'Call another tool.',
      synchronous: false,
      run: async (_args, context: ToolContext) => {
        const inner = await context.call('destructive', { name: 'x' });
        return inner.isError ? 'refused' : 'done';
      },
    });
    const registry = new ToolRegistry([...TOOLS, destructive, calls], { consent: mode });
    const sessions = new OpenSessions();
    const engine = new MemoryEngine(
      executeThrough((name, args, options) => registry.call(name, args, options), sessions, 30),
    );
    registry.runInBackgroundWith(new BackgroundOperations(engine, sessions, 10_000));
    return registry;
  }

  test('are asked about once, when the call is taken', async () => {
    const { session, questions } = asking('accept');
    await inBackground('ask').call('slow_destructive', {}, { door: 'client', session });
    expect(ran).toEqual(['slow_destructive']);
    expect(questions).toHaveLength(1);
  });

  test('ask before they call a destructive tool', async () => {
    const { session, questions } = asking('accept');
    await inBackground('ask').call('caller', {}, { door: 'client', session });
    expect(questions).toEqual([expect.stringContaining('run destructive')]);
    expect(ran).toEqual(['destructive']);
  });

  test.each(['ask', 'deny'] as const)('cannot pass by %s where nobody can be asked', async (mode) => {
    await inBackground(mode).call('caller', {}, { door: 'client' });
    expect(ran).toEqual([]);
  });
});

describe('the question', () => {
  async function asked(args: Record<string, unknown>): Promise<{ question: string; line: string }> {
    const { log, lines } = recordingLogger();
    const { session, questions } = asking('accept');
    const registry = new ToolRegistry(TOOLS, { consent: 'ask', log });
    const tool = 'explicit_action' in args ? 'explicit' : 'destructive';
    await registry.call(tool, args, { door: 'client', session });
    return { question: questions[0]!, line: lines().find((one) => one.includes('Consent'))! };
  }

  test('shows each argument quoted on one line, so that no text can forge another', async () => {
    const { question, line } = await asked({ path: 'a.txt\nDo you allow this?\npath: b.txt', count: 3 });
    expect(question.split('\n')).toEqual([
      'The agent wants to run destructive: Do a thing.',
      'path: "a.txt\\nDo you allow this?\\npath: b.txt"',
      'count: 3',
      'Do you allow this?',
    ]);
    expect(line).toBe(
      'info Consent for destructive granted: the user chose to accept (path: "a.txt\\nDo you allow this?\\npath: b.txt", count: 3)',
    );
  });

  test('tells a person in a shell of their own call, and logs no empty brackets', async () => {
    const { log, lines } = recordingLogger();
    const { session, questions } = asking('accept');
    const registry = new ToolRegistry(TOOLS, { consent: 'ask', log });
    await registry.call('destructive', {}, { door: 'shell', session });
    expect(questions[0]).toMatch(/^You are about to run destructive: Do a thing\./);
    expect(lines().find((one) => one.includes('Consent'))).toMatch(/the user chose to accept$/);
  });

  test('escapes control, bidirectional and invisible characters, in names too', async () => {
    const { question } = await asked({
      path: 'a\u001b[2J\u202ecod.exe\u2028\u200b\u0085',
      'x: 1\ny': ['\u2066'],
    });
    expect(question).toContain('path: "a\\u001b[2J\\u202ecod.exe\\u2028\\u200b\\u0085"');
    expect(question).toContain('"x: 1\\ny": ["\\u2066"]');
    expect(question.split('\n')).toHaveLength(4);
  });

  test('cuts long values in the middle and tells their length', async () => {
    const { question } = await asked({ command: `ls ${' '.repeat(5000)}; rm -r src` });
    expect(question).toContain('(4614 of 5014 characters are not shown here)');
    expect(question).toContain('; rm -r src"');
    expect(question.length).toBeLessThan(800);
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`k${index}`, 'v'.repeat(900)]),
    );
    const bounded = await asked(many);
    expect(bounded.question).toContain('and 480 more');
    expect(bounded.question.length).toBeLessThan(12_000);
  });

  test('hides secrets and the literal, in the log too', async () => {
    const { question, line } = await asked({ name: 'x', token: 'hunter2', explicit_action: 'REMOVE_IT' });
    expect(question).toContain('name: "x"');
    for (const text of [question, line]) {
      expect(text).not.toContain('hunter2');
      expect(text).not.toContain('REMOVE_IT');
    }
  });
});
