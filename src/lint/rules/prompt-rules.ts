import type { Rule } from '../rule';

/** The rules about prompts and resources. */
export const PROMPT_RULES: readonly Rule[] = [
  {
    id: 'prompt-undescribed',
    severity: 'warning',
    about: 'a prompt, or an argument of one, without a description',
    evidence: 'Clients show prompts in a menu with nothing but this text, and ask for arguments with it.',
    source: 'MCP, Prompt.description and PromptArgument.description',
    *find({ prompts }) {
      for (const { name, description, arguments: args = [] } of prompts) {
        const subject = { kind: 'prompt', name } as const;
        const cure = 'Say in a sentence what it is for.';
        if (!description?.trim()) yield { subject, message: 'has no description', cure };
        for (const argument of args)
          if (!argument.description?.trim())
            yield { subject: { ...subject, field: argument.name }, message: 'has no description', cure };
      }
    },
  },
  {
    id: 'resource-undescribed',
    severity: 'note',
    about: 'a resource without a description',
    evidence: 'Models and users choose resources by name and description; a URI alone says little.',
    source: 'MCP, Resource.description',
    *find({ resources, templates }) {
      // What a template lists is data, and the template says what it is.
      const described = templates.filter(({ description }) => description?.trim());
      const single = resources.filter(
        ({ uri }) => !described.some(({ uriTemplate }) => mayList(uriTemplate, uri)),
      );
      const all = [...single, ...templates.map(({ uriTemplate: uri, ...rest }) => ({ ...rest, uri }))];
      for (const { uri, description } of all)
        if (!description?.trim())
          yield {
            subject: { kind: 'resource', name: uri },
            message: 'has no description',
            cure: 'Say what it holds and when to read it.',
          };
    },
  },
  {
    id: 'listed-twice',
    severity: 'error',
    about: 'two prompts of one name, or two resources of one URI',
    evidence: 'A client can only reach one of them.',
    source: 'MCP: names of prompts and URIs of resources identify them',
    *find({ prompts, resources, templates }) {
      const names = [
        ...prompts.map(({ name }) => ({ kind: 'prompt', name }) as const),
        ...resources.map(({ uri }) => ({ kind: 'resource', name: uri }) as const),
        ...templates.map(({ uriTemplate }) => ({ kind: 'resource', name: uriTemplate }) as const),
      ];
      const seen = new Set<string>();
      for (const subject of names) {
        const key = `${subject.kind} ${subject.name}`;
        if (seen.has(key)) yield { subject, message: 'is listed twice', cure: 'Rename one of them.' };
        seen.add(key);
      }
    },
  },
  {
    id: 'resource-uri',
    severity: 'error',
    about: 'a resource whose URI can’t be read',
    evidence: 'Clients parse the URI before they ask for the resource.',
    source: 'MCP, Resource.uri; RFC 3986',
    *find({ resources }) {
      for (const { uri } of resources)
        if (!URL.canParse(uri))
          yield {
            subject: { kind: 'resource', name: uri },
            message: 'isn’t a URI',
            cure: 'Begin with a scheme, such as notes://.',
          };
    },
  },
];

// Whether a template may stand for an address, whatever its variables are. Another server's template must not cost more than reading it.
function mayList(uriTemplate: string, uri: string): boolean {
  const [first = '', ...others] = uriTemplate.split(/\{[^{}]*\}/);
  const last = others.pop();
  if (last === undefined) return uri === first;
  if (!uri.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = uri.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return uri.length - last.length >= at && uri.endsWith(last);
}
