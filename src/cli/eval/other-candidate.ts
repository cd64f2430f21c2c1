import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { isObject, parsedJson } from '../../base/json-value';
import type { JsonSchema } from '../../base/json-schema';
import { noSuchTool, findCandidateTool, type Candidate, type CandidateTool } from '../../eval';
import { AppUsageError, UsageError, type Io } from '../command';
import { candidateTool, openCandidate } from './open-candidate';

/** Reads what the tools are compared with: another app, or a file with a list of tools such as a snapshot. */
export async function candidateAgainst(file: string, io: Io): Promise<Candidate> {
  if (extname(file) !== '.json') {
    const { candidate, peer } = await openCandidate(['--app', file], io);
    await peer.close();
    return { ...candidate, label: file };
  }
  const read = parsedJson(await textOf(file, io));
  const tools = isObject(read) ? read['tools'] : read;
  if (!Array.isArray(tools) || !tools.every(isTool))
    throw new UsageError(`${file} has no list of tools; name a snapshot, or the result of tools/list`);
  const instructions = isObject(read) ? read['instructions'] : undefined;
  return {
    label: file,
    tools: tools.map(candidateTool),
    ...(typeof instructions === 'string' && { instructions }),
  };
}

function isTool(value: unknown): value is CandidateTool {
  return isObject(value) && typeof value['name'] === 'string' && isObject(value['inputSchema']);
}

/** Returns the same tools with other texts: a file has for each tool a description, or texts for it and its arguments. */
export async function reworded(candidate: Candidate, file: string, io: Io): Promise<Candidate> {
  const { parse } = await import('yaml');
  const texts: unknown = parsedYaml(await textOf(file, io), parse, file);
  if (!isObject(texts))
    throw new UsageError(`${file} has to name tools and their texts, such as 'add_note: Keep a note.'`);
  const changed = new Map<CandidateTool, CandidateTool>();
  for (const [name, text] of Object.entries(texts)) {
    const tool = findCandidateTool(candidate, name);
    if (!tool) throw new AppUsageError(`${file}: ${noSuchTool(candidate, name)}`);
    changed.set(tool, rewordedTool(tool, text, `${file}: ${name}`));
  }
  return { ...candidate, label: file, tools: candidate.tools.map((tool) => changed.get(tool) ?? tool) };
}

function parsedYaml(text: string, parse: (text: string) => unknown, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}

function rewordedTool(tool: CandidateTool, text: unknown, place: string): CandidateTool {
  if (typeof text === 'string') return { ...tool, description: text };
  const {
    description = tool.description,
    arguments: args = {},
    ...more
  } = isObject(text) ? text : { more: 1 };
  if (Object.keys(more).length || typeof description !== 'string' || !isObject(args))
    throw new UsageError(`${place} takes a text, or 'description' and 'arguments' with texts`);
  const properties: Record<string, JsonSchema> = { ...tool.inputSchema.properties };
  for (const [name, said] of Object.entries(args)) {
    if (!Object.hasOwn(properties, name)) throw new AppUsageError(`${place} has no argument '${name}'`);
    properties[name] = { ...properties[name], description: String(said) };
  }
  return { ...tool, description, inputSchema: { ...tool.inputSchema, properties } };
}

async function textOf(file: string, io: Io): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
