/** Returns roughly how many characters a value takes as JSON; counts no further than `most`. */
export function roughSize(value: unknown, most: number): number {
  let characters = 0;
  const left: unknown[] = [value];
  while (left.length && characters <= most) {
    const next = left.pop();
    characters += 2;
    if (typeof next === 'string') characters += next.length;
    else if (typeof next !== 'object' || next === null) characters += 2;
    else if (Array.isArray(next)) for (const item of next) left.push(item);
    else
      for (const [key, item] of Object.entries(next)) {
        characters += key.length + 3;
        left.push(item);
      }
  }
  return characters;
}
