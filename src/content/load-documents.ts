import { Pace } from '../base/paced-work';
import type { DocumentRoot } from './document-root';
import {
  NotTextError,
  UnreadableError,
  type ContentLibrary,
  type FoundDocument,
  type LoadedDocument,
} from './document-library';

/** Approximate size limit of a reply; documents beyond it are listed by URI. */
const MAX_REPLY_BYTES = 1024 * 1024;
/** Number of documents read concurrently. */
const AT_ONCE = 8;

/** The documents of one reply, and those that are not in it. */
export interface LoadedDocuments {
  readonly loaded: LoadedDocument[];
  readonly notText: FoundDocument[];
  /** Beyond the size of a reply. */
  readonly tooMuch: FoundDocument[];
  readonly unreadable: UnreadableError[];
}

/** Reads documents up to the size of a reply, each file once; one that cannot be read is reported beside the others. */
export async function loadDocuments(
  library: ContentLibrary,
  documents: readonly FoundDocument[],
): Promise<LoadedDocuments> {
  const all: LoadedDocuments = { loaded: [], notText: [], tooMuch: [], unreadable: [] };
  const seen = new Set<string>();
  const root = await library.root();
  const pace = new Pace();
  let left = MAX_REPLY_BYTES;
  for (let at = 0; at < documents.length; at += AT_ONCE) {
    await pace.yieldIfDue();
    const batch = documents.slice(at, at + AT_ONCE);
    const texts = await Promise.all(batch.map((found) => loadText(library, found, root)));
    for (const [index, document] of texts.entries()) {
      const found = batch[index]!;
      if (document instanceof NotTextError) all.notText.push(found);
      else if (document instanceof UnreadableError) all.unreadable.push(document);
      else if (!document || seen.has(document.identity)) continue;
      else {
        seen.add(document.identity);
        if (document.size > left) all.tooMuch.push(found);
        else all.loaded.push(document);
        left -= document.size > left ? 0 : document.size;
      }
    }
  }
  return all;
}

async function loadText(
  library: ContentLibrary,
  found: FoundDocument,
  root: DocumentRoot,
): Promise<LoadedDocument | NotTextError | UnreadableError | undefined> {
  try {
    return await library.load(found, MAX_REPLY_BYTES + 1, root);
  } catch (error) {
    if (error instanceof NotTextError || error instanceof UnreadableError) return error;
    throw error;
  }
}
