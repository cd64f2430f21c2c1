import type { ParsedOptions } from '../../config';
import type { Candidate, CandidateTool } from '../../eval';
import type { Peer } from '../../client/peer';
import { AppPeer } from '../app-peer';
import type { Io } from '../command';
import { listed } from '../cost';
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
  const { registry, setup, config, app } = open;
  const bare = new Map(registry.list().map((tool) => [registry.exposedName(tool), tool.name]));
  const entries = listed(registry, setup.exposure, config.descriptions);
  const tools = [...entries.values()].map((entry) => {
    const tool = offeredEntry(JSON.parse(entry) as CandidateTool);
    return { ...tool, bare: bare.get(tool.name) };
  });
  const peer = new AppPeer(open);
  const instructions = peer.instructions();
  return { candidate: { label: app.name, tools, instructions }, peer, options, positionals };
}

async function ofServer(args: readonly string[], io: Io): Promise<OpenCandidate> {
  const { peer, options, positionals } = await openRemote(args, io, EVAL_OPTIONS);
  const tools = (await peer.tools()).map(offeredEntry);
  const candidate = { label: 'the server', tools, instructions: peer.instructions() };
  return { candidate, peer, options, positionals };
}

/** Returns what a model is offered of an entry of `tools/list`. */
export function offeredEntry({ name, description, inputSchema }: CandidateTool): CandidateTool {
  return { name, description: description ?? '', inputSchema };
}
