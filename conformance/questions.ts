// Tools that ask the user or the client's model, as the conformance suite asks for them.
import {
  Arg,
  MissingCapabilityError,
  Tool,
  ToolArguments,
  type UserAnswer,
  type Session,
  type ToolContext,
} from 'toolwright';

type Ask = NonNullable<Session['ask']>;

export function asking({ session }: ToolContext): Ask {
  if (!session?.ask) throw new MissingCapabilityError({ elicitation: {} });
  return session.ask;
}

function sampling({ session }: ToolContext): NonNullable<Session['sample']> {
  if (!session?.sample) throw new MissingCapabilityError({ sampling: {} });
  return session.sample;
}

function strings(...names: string[]): Record<string, unknown> {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return { type: 'object', properties, required: names };
}

const prompt = (text: string, maxTokens: number, key: string) =>
  ({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens, key }) as const;
const told = ({ action, content }: UserAnswer): string =>
  `action=${action}, content=${JSON.stringify(content ?? {})}`;
const textOf = (content: unknown): string => (content as { text?: string }).text ?? JSON.stringify(content);

class PromptArgs extends ToolArguments {
  @Arg({ description: 'The prompt', type: 'string' })
  prompt!: string;
}

@Tool({ name: 'test_sampling', args: PromptArgs, description: "Ask the client's model." })
export class Sampling {
  async run({ prompt: text }: PromptArgs, context: ToolContext): Promise<string> {
    const said = await sampling(context)(prompt(text, 100, 'sample'));
    return `LLM response: ${textOf(said.content)}`;
  }
}

class MessageArgs extends ToolArguments {
  @Arg({ description: 'The message', type: 'string' })
  message!: string;
}

@Tool({ name: 'test_elicitation', args: MessageArgs, description: 'Ask the user.' })
export class Elicitation {
  async run({ message }: MessageArgs, context: ToolContext): Promise<string> {
    const schema = {
      type: 'object',
      properties: {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      required: ['username', 'email'],
    };
    return `User response: ${told(await asking(context)({ message, schema }))}`;
  }
}

@Tool({ name: 'test_elicitation_sep1034_defaults', description: 'Ask the user, with defaults.' })
export class ElicitationDefaults {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    };
    return `Elicitation completed: ${told(await asking(context)({ message: 'Please check', schema }))}`;
  }
}

const titled = (noun: string) =>
  ['First', 'Second', 'Third'].map((place, index) => ({
    const: `value${index + 1}`,
    title: `${place} ${noun}`,
  }));
const OPTIONS = ['option1', 'option2', 'option3'];

@Tool({ name: 'test_elicitation_sep1330_enums', description: 'Ask the user to choose.' })
export class ElicitationEnums {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    const schema = {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: OPTIONS },
        titledSingle: { type: 'string', oneOf: titled('Option') },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
        titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
      },
    };
    return `Elicitation completed: ${told(await asking(context)({ message: 'Please choose', schema }))}`;
  }
}

@Tool({ name: 'test_input_required_result_elicitation', description: 'Ask for a name.' })
export class AskName {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    const answer = await asking(context)({
      message: 'What is your name?',
      schema: strings('name'),
      key: 'user_name',
    });
    return `Hello, ${String(answer.content?.['name'])}!`;
  }
}

@Tool({ name: 'test_streaming_elicitation', description: 'Report progress, then ask for a name.' })
export class StreamingElicitation extends AskName {
  override async run(args: unknown, context: ToolContext): Promise<string> {
    context.progress({ progress: 1 });
    return super.run(args, context);
  }
}

@Tool({ name: 'test_input_required_result_sampling', description: "Ask the client's model." })
export class AskModel {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    const said = await sampling(context)(prompt('What is the capital of France?', 100, 'capital_question'));
    return textOf(said.content);
  }
}

@Tool({ name: 'test_missing_capability', description: 'Need the model of the client.' })
export class MissingCapability extends AskModel {}

@Tool({ name: 'test_input_required_result_list_roots', description: "Ask for the client's roots." })
export class AskRoots {
  async run(_args: unknown, { session }: ToolContext): Promise<string> {
    if (!session?.requestRoots) throw new MissingCapabilityError({ roots: {} });
    return `Roots: ${(await session.requestRoots('client_roots')).join(', ')}`;
  }
}

@Tool({ name: 'test_input_required_result_request_state', description: 'Ask for a confirmation.' })
export class AskWithState {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
    await asking(context)({ message: 'Please confirm', schema, key: 'confirm' });
    return 'state-ok';
  }
}

@Tool({ name: 'test_input_required_result_tampered_state', description: 'Ask for a confirmation.' })
export class AskTampered extends AskWithState {}

@Tool({ name: 'test_input_required_result_multiple_inputs', description: 'Ask for three things together.' })
export class AskTogether {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    const { session } = context;
    if (!session?.requestRoots) throw new MissingCapabilityError({ roots: {} });
    const [name, greeting, roots] = await Promise.all([
      asking(context)({ message: 'What is your name?', schema: strings('name'), key: 'user_name' }),
      sampling(context)(prompt('Generate a greeting', 50, 'greeting')),
      session.requestRoots('client_roots'),
    ]);
    return `${textOf(greeting.content)} ${String(name.content?.['name'])} ${roots.join(', ')}`;
  }
}

@Tool({ name: 'test_input_required_result_multi_round', description: 'Ask twice, one after the other.' })
export class AskTwice {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    const ask = asking(context);
    const name = await ask({ message: 'Step 1: What is your name?', schema: strings('name'), key: 'step1' });
    const color = await ask({
      message: 'Step 2: What is your favorite color?',
      schema: strings('color'),
      key: 'step2',
    });
    return `${String(name.content?.['name'])} likes ${String(color.content?.['color'])}`;
  }
}

@Tool({ name: 'test_input_required_result_capabilities', description: 'Ask what the client can answer.' })
export class AskWhatItCan {
  async run(_args: unknown, { session }: ToolContext): Promise<string> {
    const asked = [
      session?.ask?.({ message: 'What is your name?', schema: strings('name'), key: 'user_name' }),
      session?.sample?.(prompt('What is the capital of France?', 100, 'capital_question')),
    ];
    return `${(await Promise.all(asked)).filter(Boolean).length} answers`;
  }
}
