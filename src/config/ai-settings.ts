import { Arg } from '../decorators';

/** How `claude_conversation` reaches a model. */
export class AiSettings {
  @Arg({ description: 'The model of `claude_conversation`, unless a call names another', minLength: 1 })
  model = 'claude-sonnet-5-5';
}
