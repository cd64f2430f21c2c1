/** One thing to remember. */
export interface Note {
  readonly name: string;
  readonly text: string;
  readonly tags: readonly string[];
}

/** Keeps notes in memory; tools, prompts and resources get it through their constructors. */
export class NoteStore {
  private readonly notes = new Map<string, Note>();

  /** Adds a note; returns false if the name is taken. */
  add(note: Note): boolean {
    if (this.notes.has(note.name)) return false;
    this.notes.set(note.name, note);
    return true;
  }

  get(name: string): Note | undefined {
    return this.notes.get(name);
  }

  names(): string[] {
    return [...this.notes.keys()];
  }
}
