import { AuthorError } from '../errors';

/** Extracts variables from URIs with a template such as `guide://{category}/{document}`. */
export class UriTemplate {
  readonly variables: readonly string[];
  private readonly pattern: RegExp;

  constructor(
    readonly template: string,
    place: string,
  ) {
    if (/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, '')))
      throw new AuthorError(
        place,
        `has an invalid URI template: ${template}.`,
        'Close every { with a }, and put none into another.',
      );
    const names = [...template.matchAll(/\{\+?([^{}]*)\}/g)].map((match) => match[1]!);
    const wrong = names.find((name) => !/^[A-Za-z_]\w*$/.test(name));
    if (wrong !== undefined || new Set(names).size !== names.length) {
      throw new AuthorError(
        place,
        `has an invalid URI template: ${template}.`,
        'Use each variable once, named with letters, digits and _.',
      );
    }
    this.variables = names;
    this.pattern = compile(template, names.length);
  }

  /** Returns the decoded variables of a URI; undefined if it does not match. */
  match(uri: string): Record<string, string> | undefined {
    const found = this.pattern.exec(uri);
    if (!found) return undefined;
    try {
      return Object.fromEntries(
        this.variables.map((name, index) => [name, decodeURIComponent(found[index + 1]!)]),
      );
    } catch {
      return undefined;
    }
  }
}

// The last variable takes the rest of the path, so that a document can be in a folder; the others end at a slash.
function compile(template: string, count: number): RegExp {
  let seen = 0;
  const source = template
    .split(/(\{\+?[^{}]*\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return ++seen === count ? '([^?#]+)' : '([^/?#]+)';
    })
    .join('');
  return new RegExp(`^${source}$`);
}
