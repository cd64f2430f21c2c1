import type { ToolClass } from '../decorators';
import type { TypeFacts } from '../schema/field-facts';
import { accessesOf } from '../schema/declared-accesses';
import { secretsOf } from '../schema/declared-secrets';
import { describeToolClass } from './class-description';
import type { ManifestTool } from './manifest';
import { explicitOf, noteOfTool } from './tool-note';

/** Returns what the manifest holds of a tool class: everything needed to list it, and to judge a call before it is loaded. */
export function manifestEntryOf(cls: ToolClass, facts?: TypeFacts): ManifestTool {
  const note = noteOfTool(cls);
  const { summary, usage, inputSchema, outputSchema, returns, annotations } = describeToolClass(cls, facts);
  const { examples } = note;
  const explicit = explicitOf(note);
  const secrets = note.args ? secretsOf(note.args, facts) : [];
  const accesses = note.args ? accessesOf(note.args, facts) : [];
  const { prefix, category, tags, enabled, enabledBy, timeoutSeconds, answerBudget, synchronous } = note;
  const { taskSupport, idempotencyKey } = note;
  const entry = {
    name: note.name,
    className: cls.name,
    prefix,
    category,
    tags,
    enabled,
    enabledBy,
    timeoutSeconds,
    answerBudget,
    synchronous,
    taskSupport,
    idempotencyKey,
    explicit,
  };
  const stated = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
  return {
    ...(stated as unknown as ManifestTool),
    ...(secrets.length && { secrets: [...secrets] }),
    ...(accesses.length && { accesses }),
    summary,
    ...(usage !== undefined && { usage }),
    ...(examples?.length && { examples }),
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(returns && { returns }),
    ...(annotations && { annotations }),
  };
}
