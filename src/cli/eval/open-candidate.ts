import { isObject } from '../../base/json-value';
import type { OfferedTool } from '../../base/offer';
import type { ParsedOptions } from '../../config';
import type { Candidate, CandidateTool } from '../../eval';
import type { Peer } from '../../client/peer';
import { AppPeer } from '../app-peer';
import type { Io } from '../command';
import { refuseMistakes } from '../listing-mistakes';
import { openForShell } from '../open-for-shell';
import { isRemote, openRemote } from '../open-peer';
import { EVAL_OPTIONS } from './eval-request';

/** A server that is evaluated, and the way to call its tools. */
export interface OpenCandidate extends ParsedOptions {
  readonly candidate: Candidate;
  readonly peer: Peer;
}

/** Opens the app that `serve` would serve, or connects to another server, and lists its tools as a client sees them. */
export async function openCandidate(args: readonly string[], io: Io): Promise<OpenCandidate> {
  return isRemote(args) ? ofServer(args, io) : ofApp(args, io);
}

async function ofApp(args: readonly string[], io: Io): Promise<OpenCandidate> {
  const { open, options, positionals } = await openForShell(args, io, EVAL_OPTIONS);
  const { registry, app } = open;
  const bare = new Map(registry.list().map((tool) => [registry.exposedName(tool), tool.name]));
  const peer = new AppPeer(open);
  try {
    await refuseMistakes(peer, 'agents would be judged without them');
  } catch (error) {
    await open.close();
    throw error;
  }
  const { tools, instructions } = await peer.offer();
  const offered = tools.map((tool) => ({ ...candidateTool(tool), bare: bare.get(tool.name) }));
  return { candidate: { label: app.name, tools: offered, instructions }, peer, options, positionals };
}

async function ofServer(args: readonly string[], io: Io): Promise<OpenCandidate> {
  const { peer, options, positionals } = await openRemote(args, io, EVAL_OPTIONS);
  const { server, tools, instructions } = await peer.offer();
  const candidate = { label: server?.name ?? 'the server', tools: tools.map(candidateTool), instructions };
  return { candidate, peer, options, positionals };
}

/** Returns what a model is offered of an entry of `tools/list`. */
export function candidateTool({ description = '', inputSchema, ...tool }: OfferedTool): CandidateTool {
  const schema = isObject(inputSchema) ? inputSchema : {};
  return { ...tool, description, inputSchema: { properties: {}, ...schema } as CandidateTool['inputSchema'] };
}
