import { CLIENT_LIMITS } from '../clients';
import type { LintSubject } from '../finding';
import type { Linted, Rule } from '../rule';
import { hiddenIn, hiddenName } from '../hidden-characters';

/** The rules about every text that a model reads. */
export const TEXT_RULES: readonly Rule[] = [
  {
    id: 'hidden-unicode',
    severity: 'error',
    about: 'characters that nobody sees',
    evidence:
      'Tag characters, zero-width and bidirectional controls hide orders from people who review a tool, while models read them.',
    source: 'Unicode TR 36 and 39; Embrace The Red, ASCII smuggling (2024); Trojan Source (2021)',
    fixable: true,
    *find(offer) {
      for (const [subject, text, what] of textsIn(offer)) {
        const hidden = hiddenIn(text);
        if (hidden === undefined) continue;
        yield {
          subject,
          message: `the ${what} has a hidden character (${hiddenName(hidden)})`,
          cure: 'Remove it.',
        };
      }
    },
  },
  {
    id: 'instructions-length',
    severity: 'warning',
    about: 'instructions that are cut',
    evidence: 'Claude Code cuts the instructions of a server at 2,048 characters.',
    source: 'Claude Code’s documentation of MCP; measured by Rulestack with Claude Code 2.1.285',
    clients: ['claude'],
    *find({ instructions = '' }) {
      const most = CLIENT_LIMITS.claude.text!;
      if (instructions.length <= most) return;
      yield {
        subject: { kind: 'server', name: '' },
        message: `the instructions have ${instructions.length} characters; Claude Code cuts them at ${most}`,
        cure: 'Begin with what matters, and move the rest to descriptions or a resource.',
        clients: ['claude'],
      };
    },
  },
];

function* textsIn(offer: Linted): Iterable<readonly [LintSubject, string, string]> {
  if (offer.instructions) yield [{ kind: 'server', name: '' }, offer.instructions, 'instructions'];
  for (const { subject, name, title, description, nodes } of offer.tools) {
    yield [subject, name, 'name'];
    if (title) yield [subject, title, 'title'];
    yield [subject, description, 'description'];
    for (const { path, schema, name: argument } of nodes) {
      const field = { ...subject, ...(path && { field: path }) };
      if (argument !== undefined) yield [field, argument, 'name'];
      for (const keyword of ['description', 'title', 'default', 'const'])
        if (typeof schema[keyword] === 'string') yield [field, schema[keyword], keyword];
      if (Array.isArray(schema['enum']))
        yield [field, schema['enum'].map(String).join('\n'), 'list of allowed values'];
    }
  }
  for (const { name, description = '', arguments: args = [] } of offer.prompts) {
    const subject = { kind: 'prompt', name } as const;
    yield [subject, name, 'name'];
    yield [subject, description, 'description'];
    for (const argument of args)
      yield [{ ...subject, field: argument.name }, argument.description ?? '', 'description'];
  }
  for (const { name = '', description = '', ...resource } of [...offer.resources, ...offer.templates]) {
    const subject = {
      kind: 'resource',
      name: 'uri' in resource ? resource.uri : resource.uriTemplate,
    } as const;
    yield [subject, `${subject.name}\n${name}`, 'name'];
    yield [subject, description, 'description'];
  }
}
