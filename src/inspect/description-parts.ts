/** A description, taken apart as Toolwright writes it; of other servers all of it is the purpose. */
export interface DescriptionParts {
  readonly purpose: string;
  readonly usage: string;
  readonly examples: readonly Example[];
}

/** Arguments that a tool accepts, and what they do. */
export interface Example {
  readonly explains: string;
  readonly args: string;
}

const SECTION = /^## (Description|JSON Schema|Usage Instructions|Concrete Examples)$/m;

/** Takes a description apart; the schema inside it is left out, since it is shown as a table or a form. */
export function descriptionParts(description: string): DescriptionParts {
  const [before = '', ...parts] = description.split(SECTION);
  const sections = new Map<string, string>();
  for (let n = 0; n < parts.length; n += 2) sections.set(parts[n]!, parts[n + 1]!.trim());
  return {
    purpose: [before.trim(), sections.get('Description') ?? ''].filter(Boolean).join('\n\n'),
    usage: (sections.get('Usage Instructions') ?? '').replace(/^```text\n([^]*)\n```$/, '$1'),
    examples: examplesIn(sections.get('Concrete Examples') ?? ''),
  };
}

function examplesIn(text: string): Example[] {
  return [...text.matchAll(/([^]*?)```json\n([^]*?)\n```/g)].map(([, explains = '', args = '']) => ({
    explains: explains.trim(),
    args,
  }));
}

/** The hints of a tool in words, such as `read-only`; those it doesn't give are left out. */
export function hintsOf(annotations: Readonly<Record<string, unknown>> | undefined): string[] {
  const words: [string, string, string?][] = [
    ['readOnlyHint', 'read-only', 'changes things'],
    ['destructiveHint', 'destructive'],
    ['idempotentHint', 'safe to repeat'],
    ['openWorldHint', 'reaches the outside'],
  ];
  return words.flatMap(([key, yes, no]) => {
    const value = annotations?.[key];
    return value === true ? [yes] : value === false && no !== undefined ? [no] : [];
  });
}
