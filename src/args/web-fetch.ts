import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `web_fetch`. */
export class WebFetchArgs extends ToolArguments {
  @Arg({
    description: 'URL to fetch, http or https',
    access: 'address',
    minLength: 1,
    maxLength: 4_000,
    example: 'https://example.com/',
  })
  url!: string;

  @Arg({
    description: 'Format of an HTML page: main content as Markdown or text, or the raw page',
    type: 'string',
    enum: ['markdown', 'text', 'raw'],
  })
  format: 'markdown' | 'text' | 'raw' = 'markdown';

  @Arg({
    description: 'Maximum characters of text to return',
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
  })
  maxLength = 20_000;

  @Arg({ description: 'Character to start at, to continue a long text', type: 'integer', minimum: 0 })
  startIndex = 0;
}
