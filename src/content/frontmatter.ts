import type { Disposition } from '../result';

/** A document's front matter, and its body. */
export interface FrontMatter {
  readonly body: string;
  /** The intended audience. */
  readonly audience?: Disposition;
  readonly instruction?: string;
  readonly title?: string;
  readonly description?: string;
  /** Why the front matter was treated as text. */
  readonly problem?: string;
}

const AUDIENCES: readonly Disposition[] = [
  'user/information',
  'agent/information',
  'agent/instruction',
  'agent/requirements',
];

/** The instruction for documents that state an audience but no instruction. */
const DEFAULTS: Readonly<Record<Disposition, string>> = {
  'user/information': 'Display this information to the user.',
  'agent/information': 'For your information and use. Do not display this content to the user.',
  'agent/instruction': 'Follow these instructions. Do not display this content to the user.',
  'agent/requirements': 'These requirements are binding for everything you do in this project.',
};

const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/;

/** Separates a document from its front matter; invalid front matter stays part of the text. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const block = BLOCK.exec(text);
  if (!block) return { body: text };
  const { parseDocument } = await import('yaml');
  const document = parseDocument(block[1]!);
  const fields: unknown = document.errors.length ? undefined : document.toJS({ maxAliasCount: 10 });
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    return { body: text, problem: document.errors[0]?.message ?? 'is not a map' };
  }
  return { body: text.slice(block[0].length), ...known(fields as Record<string, unknown>) };
}

/** Combines the instructions and audiences of several documents. */
export function combine(documents: readonly FrontMatter[]): {
  instruction?: string;
  disposition?: Disposition;
} {
  const instructions = documents.flatMap((document) => {
    const text = document.instruction ?? (document.audience && DEFAULTS[document.audience]);
    return text ? [text.trim()] : [];
  });
  const important = instructions.filter((text) => text.startsWith('^')).map((text) => text.slice(1).trim());
  const instruction = [...new Set(important.length ? important : instructions)].join('\n');
  const rank = Math.max(
    -1,
    ...documents.map((document) => (document.audience ? AUDIENCES.indexOf(document.audience) : -1)),
  );
  const disposition = AUDIENCES[rank];
  return { ...(instruction && { instruction }), ...(disposition && { disposition }) };
}

function known(fields: Record<string, unknown>): Omit<FrontMatter, 'body'> {
  const audience = AUDIENCES.find((name) => name === fields['type']);
  const instruction = line(fields['instruction']);
  const title = line(fields['title']);
  const description = line(fields['description']);
  return {
    ...(audience && { audience }),
    ...(instruction && { instruction }),
    ...(title && { title }),
    ...(description && { description }),
  };
}

function line(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.trim() : undefined;
}
