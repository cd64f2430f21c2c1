/**
 * Returns what a rule of class-validator says about a field without the field's name, which stands before it already: the
 * package's own messages have it at their beginning, some after other words.
 */
export function messageWithoutName(message: string, names: readonly string[]): string {
  for (const name of names) {
    const [, each, said] = /^(each value in )?(.*)$/s.exec(message)!;
    const rest = restAfter(name, said!);
    if (rest !== undefined) return each === undefined ? rest : `(each value) ${rest}`;
  }
  return message;
}

function restAfter(name: string, said: string): string | undefined {
  if (said === `All ${name}'s elements must be unique`) return 'must have no element twice';
  const start = [`${name} `, `${name}'s `, `nested property ${name} `].find((words) =>
    said.startsWith(words),
  );
  return start && said.slice(start.length);
}
