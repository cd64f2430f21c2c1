import type { ConfiguredPrompts } from './parse-prompts-config';

/** The current contents of the prompts file: instructions, tool descriptions and examples, templates. */
export class PromptsConfig {
  private current: ConfiguredPrompts;
  private readonly listeners = new Set<() => void>();

  constructor(initial: ConfiguredPrompts = { tools: {}, templates: {}, packs: {} }) {
    this.current = initial;
  }

  /** Returns the server instructions: the general ones, then those of the packs. */
  instructionsFor(packs: Iterable<string>): string | undefined {
    const parts = [this.current.instructions, ...[...packs].map((pack) => this.current.packs[pack])];
    return parts.filter(Boolean).join('\n\n') || undefined;
  }

  descriptionOf(tool: string): string | undefined {
    return own(this.current.tools, tool)?.description;
  }

  examplesOf(tool: string): readonly unknown[] {
    return own(this.current.tools, tool)?.examples ?? [];
  }

  /** The names of the tools it configures. */
  get describedTools(): string[] {
    return Object.keys(this.current.tools);
  }

  get templates(): Readonly<Record<string, string>> {
    return this.current.templates;
  }

  /** Replaces the contents, and notifies listeners. */
  replace(next: ConfiguredPrompts): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
