import { Resource, type ResourceEntry } from 'toolwright';
import { NoteStore } from '../note-store.js';

/** One note as text. */
@Resource({ uri: 'note://{name}', description: 'A note.', mimeType: 'text/plain' })
export class NotePage {
  constructor(private readonly notes: NoteStore) {}

  list(): ResourceEntry[] {
    return this.notes.names().map((name) => ({ uri: `note://${encodeURIComponent(name)}`, name }));
  }

  read({ name }: { name: string }): string | undefined {
    return this.notes.get(name)?.text;
  }
}
