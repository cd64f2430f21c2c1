import type { ContentBlock } from '../tool-result';
import type { WireResult } from '../outcome';
import { estimateTokens, fitsWithin, MOST_TOKENS_PER_UNIT } from '../tokens/estimate';

/** Returns the text of a block that a model may be shown; undefined for images and audio, which are no text to it. */
export function textOfBlock(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return undefined;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : block.resource.blob;
    default:
      return JSON.stringify(block);
  }
}

/** Returns whether all that a model may be shown of an answer costs at most so many tokens. */
export function costsAtMost({ content, structuredContent }: WireResult, tokens: number): boolean {
  const [only] = content;
  if (content.length === 1 && only?.type === 'text' && !structuredContent)
    return fitsWithin(only.text, tokens);
  let room = tokens;
  for (const block of content) {
    const text = textOfBlock(block);
    if (text === undefined) continue;
    if (text.length > room * 100) return false;
    room -=
      text.length * MOST_TOKENS_PER_UNIT < 60 ? text.length * MOST_TOKENS_PER_UNIT : estimateTokens(text);
    if (room < 0) return false;
  }
  return !structuredContent || fitsWithin(JSON.stringify(structuredContent), room);
}
