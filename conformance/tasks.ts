// Tools that run in the background, as the scenarios of the tasks extension ask for them.
import { setTimeout as delay } from 'node:timers/promises';
import {
  Arg,
  MissingCapabilityError,
  Result,
  Tool,
  ToolArguments,
  type CallOutcome,
  type ToolContext,
} from 'toolwright';
import { asking } from './questions';

class GreetArgs extends ToolArguments {
  @Arg({ description: 'Whom to greet', type: 'string' })
  name!: string;
}

@Tool({ name: 'greet', args: GreetArgs, description: 'Greet someone.' })
export class Greet {
  run({ name }: GreetArgs): string {
    return `Hello, ${name}!`;
  }
}

class SlowComputeArgs extends ToolArguments {
  @Arg({ description: 'How long it takes', type: 'number' })
  seconds!: number;

  @Arg({ description: 'A label', type: 'string' })
  label = '';
}

@Tool({ name: 'slow_compute', args: SlowComputeArgs, description: 'Take a while.', synchronous: false })
export class SlowCompute {
  async run({ seconds, label }: SlowComputeArgs, { signal }: ToolContext): Promise<string> {
    await delay(seconds * 1000, undefined, { signal });
    return `computed ${label} in ${seconds} s`;
  }
}

@Tool({
  name: 'failing_job',
  description: 'Fail after a while.',
  synchronous: false,
  taskSupport: 'required',
})
export class FailingJob {
  async run(): Promise<Result> {
    await delay(1000);
    return Result.failure('the job failed');
  }
}

@Tool({ name: 'protocol_error_job', description: 'Need what no client has.', synchronous: false })
export class ProtocolErrorJob {
  async run(): Promise<never> {
    await delay(1000);
    throw new MissingCapabilityError({ experimental: { impossible: {} } });
  }
}

class ConfirmDeleteArgs extends ToolArguments {
  @Arg({ description: 'The file', type: 'string' })
  filename!: string;
}

const CONFIRM = {
  type: 'object',
  properties: { confirm: { type: 'boolean' } },
  required: ['confirm'],
};

@Tool({
  name: 'confirm_delete',
  args: ConfirmDeleteArgs,
  description: 'Delete a file if the user agrees.',
  synchronous: false,
})
export class ConfirmDelete {
  async run({ filename }: ConfirmDeleteArgs, context: ToolContext): Promise<string> {
    const { action } = await asking(context)({ message: `Delete ${filename}?`, schema: CONFIRM });
    return action === 'accept' ? `deleted ${filename}` : `kept ${filename}`;
  }
}

@Tool({ name: 'multi_input', description: 'Ask two things at once.', synchronous: false })
export class MultiInput {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    const ask = asking(context);
    const answers = await Promise.all([ask({ message: 'First?' }), ask({ message: 'Second?' })]);
    return answers.map(({ action }) => action).join(', ');
  }
}

@Tool({
  name: 'greet_slowly',
  args: GreetArgs,
  description: 'Greet someone after a while.',
  synchronous: false,
})
export class GreetSlowly {
  async run({ name }: GreetArgs): Promise<string> {
    await delay(1000);
    return `Hello, ${name}!`;
  }
}

const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

/** Asks first, then hands over to a tool that runs in the background. */
@Tool({ name: 'test_tool_with_task', description: 'Ask for a name, and greet it after a while.' })
export class ToolWithTask {
  async run(_args: unknown, context: ToolContext): Promise<CallOutcome | string> {
    const { content } = await asking(context)({ message: 'Your name?', schema: NAME, key: 'user_name' });
    return context.call('greet_slowly', { name: content?.['name'] });
  }
}
