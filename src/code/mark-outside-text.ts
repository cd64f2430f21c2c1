import { randomBytes } from 'node:crypto';

const TRIGGERS = /(?:mcp__|__)(?:onetool|ot)(?:__run)?\b|!onetool\b/g;
const TAGS = /<\/?\s*external-content[^>]*>?/gi;

/** Marks the answer of a run as outside content: wraps it in unforgeable tags, and removes trigger words and look-alike tags. */
export function sanitize(text: string, id: string = randomBytes(6).toString('hex')): string {
  const clean = text.replace(TAGS, '[REDACTED:tag]').replace(TRIGGERS, '[REDACTED:trigger]');
  return `<external-content-${id}>\n${clean}\n</external-content-${id}>`;
}
