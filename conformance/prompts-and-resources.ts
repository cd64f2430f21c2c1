// The prompts and resources that the conformance suite asks for.
import {
  Arg,
  MissingCapabilityError,
  Prompt,
  Resource,
  ToolArguments,
  ToolResult,
  type ToolContext,
} from 'toolwright';
import { PIXEL } from './content';

@Prompt({ name: 'test_simple_prompt', description: 'A prompt.' })
export class SimplePrompt {
  render(): string {
    return 'This is a simple prompt for testing.';
  }
}

class TwoArgs extends ToolArguments {
  @Arg({ description: 'First test argument', type: 'string' })
  arg1!: string;

  @Arg({ description: 'Second test argument', type: 'string' })
  arg2!: string;
}

@Prompt({ name: 'test_prompt_with_arguments', args: TwoArgs, description: 'A prompt with arguments.' })
export class PromptWithArguments {
  render({ arg1, arg2 }: TwoArgs): string {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  complete(_argument: string, value: string): string[] {
    return ['paris', 'park', 'party'].filter((word) => word.startsWith(value));
  }
}

class UriArgs extends ToolArguments {
  @Arg({ name: 'resourceUri', description: 'URI of the resource to embed', type: 'string' })
  resourceUri!: string;
}

@Prompt({
  name: 'test_prompt_with_embedded_resource',
  args: UriArgs,
  description: 'A prompt with a resource.',
})
export class PromptWithResource {
  render({ resourceUri: uri }: UriArgs): ToolResult {
    return new ToolResult([
      {
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      },
      { type: 'text', text: 'Please process the embedded resource above.' },
    ]);
  }
}

@Prompt({ name: 'test_prompt_with_image', description: 'A prompt with an image.' })
export class PromptWithImage {
  render(): ToolResult {
    return new ToolResult([
      ...ToolResult.image(PIXEL, 'image/png').content,
      { type: 'text', text: 'Please analyze the image above.' },
    ]);
  }
}

@Prompt({ name: 'test_input_required_result_prompt', description: 'A prompt that asks the user.' })
export class AskingPrompt {
  async render(_args: unknown, { session }: ToolContext): Promise<string> {
    if (!session?.ask) throw new MissingCapabilityError({ elicitation: {} });
    const answer = await session.ask({
      message: 'What context should the prompt use?',
      schema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
      key: 'user_context',
    });
    return `Context: ${String(answer.content?.['context'])}`;
  }
}

@Resource({ uri: 'test://static-text', name: 'static-text', description: 'A text.', mimeType: 'text/plain' })
export class StaticText {
  read(): string {
    return 'This is the content of the static text resource.';
  }
}

@Resource({
  uri: 'test://static-binary',
  name: 'static-binary',
  description: 'An image.',
  mimeType: 'image/png',
})
export class StaticBinary {
  read(): Uint8Array {
    return PIXEL;
  }
}

@Resource({
  uri: 'test://watched-resource',
  name: 'watched',
  description: 'A watched text.',
  mimeType: 'text/plain',
})
export class Watched {
  read(): string {
    return 'watched';
  }
}

@Resource({
  uri: 'test://template/{id}/data',
  name: 'template',
  description: 'Data by id.',
  mimeType: 'application/json',
})
export class Template {
  read({ id }: { id: string }): string {
    return JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  }
}
