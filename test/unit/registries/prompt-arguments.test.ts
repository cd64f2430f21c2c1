import { describePrompt } from '../../../src/registries/prompt-description';
import { Arg, Prompt, ToolArguments } from '../../../src/index';

const MANY = Array.from({ length: 100 }, (_, index) => `value ${index}`);

class ReviewArgs extends ToolArguments {
  @Arg({ description: 'How thorough', enum: ['quick', 'deep'] })
  depth!: 'quick' | 'deep';

  @Arg('What to look at')
  subject!: string;

  @Arg({ description: 'Which of many', enum: MANY, optional: true })
  which?: string;
}

@Prompt({ args: ReviewArgs, description: 'Ask for a review.' })
class Review {
  render(): string {
    return '';
  }
}

test('clients are told the values of an argument that allows only a few', () => {
  expect(describePrompt(Review).arguments).toEqual([
    { name: 'depth', description: 'How thorough (one of quick, deep)', required: true },
    { name: 'subject', description: 'What to look at', required: true },
    { name: 'which', description: 'Which of many', required: false },
  ]);
});
