import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `web_fetch`. */
export class WebFetchArgs extends ToolArguments {
  @Arg({
    description: 'The address, http or https',
    minLength: 1,
    maxLength: 4_000,
    example: 'https://example.com/',
  })
  url!: string;

  @Arg({
    description: 'How an HTML page is told: its article as markdown or plain text, or the page as it came',
    type: 'string',
    enum: ['markdown', 'text', 'raw'],
  })
  format: 'markdown' | 'text' | 'raw' = 'markdown';

  @Arg({ description: 'Characters of text to return', type: 'integer', minimum: 1, maximum: 1_000_000 })
  maxLength = 20_000;

  @Arg({ description: 'Where to begin, to read on in a long text', type: 'integer', minimum: 0 })
  startIndex = 0;
}
