import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `brave_web_search`. */
export class BraveWebSearchArgs extends ToolArguments {
  @Arg({ description: 'What to search for', minLength: 1, maxLength: 400, example: 'model context protocol' })
  query!: string;

  @Arg({ description: 'Results per page', type: 'integer', minimum: 1, maximum: 20 })
  count = 10;

  @Arg({ description: 'Page number, starting at 0', type: 'integer', minimum: 0, maximum: 9 })
  offset = 0;

  @Arg({
    description: 'How strictly to filter adult content',
    type: 'string',
    enum: ['off', 'moderate', 'strict'],
  })
  safesearch: 'off' | 'moderate' | 'strict' = 'moderate';

  @Arg({
    description: 'Two-letter country code to search in',
    optional: true,
    pattern: '^[A-Za-z]{2}$',
    example: 'GB',
  })
  country?: string;

  @Arg({
    description: 'Language code of the results',
    optional: true,
    pattern: '^[a-z]{2}(-[a-z]{2,4})?$',
    example: 'en',
  })
  searchLang?: string;

  @Arg({
    description:
      'Only pages of the last day (pd), week (pw), month (pm) or year (py), or of a range such as 2026-01-01to2026-06-30',
    optional: true,
    pattern: '^(pd|pw|pm|py|\\d{4}-\\d{2}-\\d{2}to\\d{4}-\\d{2}-\\d{2})$',
    example: 'pw',
  })
  freshness?: string;
}
