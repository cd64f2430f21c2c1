import type { ObjectSchema } from '../base/json-schema';
import { parsedJson } from '../base/json-value';
import type { WireResult } from '../outcome';
import type { ContentBlock } from '../tool-result';
import { jsonShape } from './kept-json-shape';
import type { KeptPlace } from './kept-answers';
import { smallerStructured } from './smaller-structured';
import { linesIn, pageEnd } from '../tokens/text-page';
import { estimateTokens } from '../tokens/estimate';
import { textOfBlock } from './fits-budget';

/** What is needed to cut an answer. */
export interface CutOptions {
  readonly tokens: number;
  /** Keeps the whole text; undefined if it is too large to keep. */
  readonly keep: (text: string) => KeptPlace | undefined;
  /** The name of the tool that reads kept answers, as clients see it. */
  readonly reader: string;
  readonly seconds: number;
  /** The output schema that the tool declares and clients hold it to, if any. */
  readonly schema: ObjectSchema | undefined;
}

// Room for the note at the end, in tokens; small budgets give a part of theirs.
const NOTE = 400;

// Clients refuse a success without the structured content that its schema promises.
const UNFIT: ContentBlock = {
  type: 'text',
  text: '[The tool did not fail: its declared output cannot be shortened, so this answer is marked as an error.]',
};

/** Makes an answer of the beginning, how much there is, and how to read on; the whole is kept. */
export function cutAnswer(wire: WireResult, options: CutOptions): WireResult {
  const { structuredContent, ...plain } = wire;
  const room = options.tokens - Math.min(NOTE, options.tokens / 3);
  const { main, others, isText } = divided(wire.content, room);
  const left = room - others.reduce((sum, { block }) => sum + cost(block), 0);
  const kept = options.keep(main);
  const end = isText ? pageEnd(main, 0, main.length, structuredContent ? left / 2 : left) : 0;
  const note = noteOf(main, end, kept, options);
  const beginning: ContentBlock[] = end > 0 ? [{ type: 'text', text: main.slice(0, end) }] : [];
  const before = others.filter(({ first }) => first).map(({ block }) => block);
  const after = others.filter(({ first }) => !first).map(({ block }) => block);
  const cut: WireResult = {
    ...plain,
    content: [...before, ...beginning, ...after, { type: 'text', text: note }],
  };
  if (!structuredContent) return cut;
  const smaller = smallerStructured(structuredContent, left / 2, note, options.schema);
  if (smaller) return { ...cut, structuredContent: smaller };
  return options.schema ? { ...cut, content: [...cut.content, UNFIT], isError: true } : cut;
}

interface Divided {
  /** The text that is kept and cut. */
  readonly main: string;
  /** Whether its beginning is worth showing: base64 is not. */
  readonly isText: boolean;
  /** The blocks that are sent as they are. */
  readonly others: readonly { readonly block: ContentBlock; readonly first: boolean }[];
}

// One block is usually the large one; many that are large only together are joined.
function divided(content: readonly ContentBlock[], room: number): Divided {
  const texts = content.map(textOfBlock);
  const largest = texts.reduce<number>(
    (best, text, index) => ((text?.length ?? -1) > (texts[best]?.length ?? -1) ? index : best),
    0,
  );
  const rest = content.filter((_, index) => index !== largest);
  if (rest.reduce((sum, block) => sum + cost(block), 0) <= room / 2) {
    const block = content[largest]!;
    return {
      main: texts[largest] ?? '',
      isText: block.type !== 'resource' || 'text' in block.resource,
      others: content.flatMap((each, index) =>
        index === largest ? [] : [{ block: each, first: index < largest }],
      ),
    };
  }
  return {
    main: texts.filter((text) => text !== undefined).join('\n'),
    isText: true,
    others: content
      .filter((_, index) => texts[index] === undefined)
      .map((block) => ({ block, first: false })),
  };
}

function cost(block: ContentBlock): number {
  const text = textOfBlock(block);
  return text === undefined ? 0 : estimateTokens(text);
}

function noteOf(main: string, end: number, kept: KeptPlace | undefined, options: CutOptions): string {
  const { text: whole, start } = kept ?? { text: main, start: 0 };
  const beginning = start > 0 ? 'This is only a part' : 'This is only the beginning';
  const shown = end > 0 ? `${beginning}: characters ${start}–${start + end}` : 'Nothing is shown';
  const size = `${shown} of ${whole.length} (${linesIn(whole)} lines, about ${estimateTokens(whole)} tokens).`;
  if (!kept)
    return `[${size} The rest is too large to be kept and is lost: ask for less at once, such as a part or a filter.]`;
  const minutes = Math.max(1, Math.round(options.seconds / 60));
  const how = `The whole answer is kept for ${minutes} min: read on with ${options.reader} ${JSON.stringify({ handle: kept.handle, offset: start + end })}`;
  const shape = shapeOf(whole);
  const also = `; it also takes start_line and line_count, search${shape ? ', or select for a part of the JSON' : ''}.`;
  return `[${size} ${how}${also}${shape ? `\nThe whole: ${shape}` : ''}]`;
}

// Of what is kept, since that is what `select` selects from.
function shapeOf(whole: string): string | undefined {
  if (!/^\s*[[{]/.test(whole)) return undefined;
  const value = parsedJson(whole);
  return typeof value === 'object' && value !== null ? jsonShape(value) : undefined;
}
