import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** The actions of `example_tool`. */
export const EXAMPLE_ACTIONS = ['demo', 'test', 'validate'] as const;

/** Arguments of `example_tool`. */
export class ExampleToolArgs extends ToolArguments {
  @Arg({ description: 'Action to perform', enum: EXAMPLE_ACTIONS })
  action!: (typeof EXAMPLE_ACTIONS)[number];

  @Arg({ description: 'Message to include in the result', maxLength: 1000 })
  message = 'Hello, World!';
}
