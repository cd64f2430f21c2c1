import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** What `example_tool` can do. */
export const EXAMPLE_ACTIONS = ['demo', 'test', 'validate'] as const;

/** Arguments of `example_tool`. */
export class ExampleToolArgs extends ToolArguments {
  @Arg({ description: 'What to show', enum: EXAMPLE_ACTIONS })
  action!: (typeof EXAMPLE_ACTIONS)[number];

  @Arg({ description: 'A message to carry along', maxLength: 1000 })
  message = 'Hello, World!';
}
