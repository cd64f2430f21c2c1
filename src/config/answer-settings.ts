import { Arg } from '../decorators';

/** How large an answer may be, and what happens to a larger one. */
export class AnswerSettings {
  @Arg({
    description:
      'The most tokens that one answer may have; a larger one is kept whole and read in parts with `read_result`. 0 for no limit',
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000,
  })
  budget = 12_000;

  @Arg({
    description:
      'Send data as `structuredContent` too: for tools of yours that declare `output` (`auto`), whenever there is data (`always`), or `never`',
    type: 'string',
    enum: ['auto', 'always', 'never'],
  })
  structured: 'auto' | 'always' | 'never' = 'auto';

  @Arg({
    description: 'Maximum total size of kept answers in bytes; the oldest are dropped first',
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000_000,
  })
  keepBytes = 67_108_864;

  @Arg({ description: 'Maximum number of kept answers', type: 'integer', minimum: 0, maximum: 100_000 })
  keep = 200;

  @Arg({ description: 'How long an answer is kept, in seconds', minimum: 1, maximum: 604_800 })
  keepSeconds = 3_600;
}
