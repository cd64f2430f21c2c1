// A call with type arguments, `list<Item>(…)`, is a comparison to JavaScript: it runs, and is wrong.
const TYPE_ARGUMENTS = /[\w$]<[\w$][\w$\s,.[\]|{}:;"'<>]*>\(/;

/** Returns whether code that also parses as JavaScript is more likely TypeScript. */
export function looksTyped(code: string): boolean {
  return TYPE_ARGUMENTS.test(code);
}

/** Turns TypeScript into JavaScript on the same lines; undefined if it is not TypeScript either. */
export async function eraseTypes(code: string): Promise<string | undefined> {
  const { transform } = await import('sucrase');
  try {
    return transform(code, {
      transforms: ['typescript'],
      disableESTransforms: true,
      keepUnusedImports: true,
    }).code;
  } catch {
    return undefined;
  }
}
