import type { PeerTool } from '../client/peer-lists';
import type { Subject } from './subject';
import type { Catalogue, ShownTool, Size } from './inspect-wire';

/** Reads everything that a server offers, with what each tool costs an agent. */
export async function readCatalogue(subject: Subject, peer = subject.peer): Promise<Catalogue> {
  const { facts, testedModule, testRunner } = subject;
  const cost = await subject.cost();
  const [tools, prompts, resources] = await Promise.all([peer.tools(), peer.prompts(), peer.resources()]);
  const instructions = peer.instructions();
  return {
    ...facts,
    savesTests: testedModule !== undefined,
    ...(testRunner && { testRunner }),
    ...(instructions && { instructions }),
    tools: tools.map((tool) => shown(tool, cost.tools.get(tool.name))),
    prompts,
    resources,
    total: cost.total,
  };
}

function shown(tool: PeerTool, cost: Size | undefined): ShownTool {
  return { ...tool, ...(cost && { cost }) };
}
