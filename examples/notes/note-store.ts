/** One thing to remember. */
export interface Note {
  name: string;
  text: string;
}

/** Keeps notes in memory; tools get it by constructor injection. */
export class NoteStore {
  private readonly notes = new Map<string, Note>();

  /** Adds a note; false when the name is taken. */
  add(note: Note): boolean {
    if (this.notes.has(note.name)) return false;
    this.notes.set(note.name, note);
    return true;
  }

  /** Takes a note away; false when there was none. */
  remove(name: string): boolean {
    return this.notes.delete(name);
  }

  all(): Note[] {
    return [...this.notes.values()];
  }
}
