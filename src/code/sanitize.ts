import { randomBytes } from 'node:crypto';

const TRIGGERS = /(?:mcp__|__)(?:onetool|ot)(?:__run)?\b|!onetool\b/g;
const TAGS = /<\/?\s*external-content[^>]*>?/gi;

/** Marks text as coming from outside: in tags nobody can forge, with trigger words and look-alike tags taken out. */
export function sanitize(text: string, id: string = randomBytes(6).toString('hex')): string {
  const clean = text.replace(TAGS, '[REDACTED:tag]').replace(TRIGGERS, '[REDACTED:trigger]');
  return `<external-content-${id}>\n${clean}\n</external-content-${id}>`;
}
