import type { OpenApp } from '../../app/open-loaded-app';
import { renderOutcome } from '../../calls/render';
import { validationFailure } from '../../calls/call-failures';
import type { Peer } from '../../client/peer';
import type { Probe } from '../../lint/probe';
import { wrongArguments } from '../../lint/wrong-arguments';
import type { WireResult } from '../../outcome';

/**
 * Learns what an app's tools say to a wrong argument. Only their checks are asked, which come before a tool runs, so
 * none of them does anything.
 */
export async function probeApp({ registry }: OpenApp): Promise<Probe[]> {
  const probes: Probe[] = [];
  for (const tool of registry.listEnabled()) {
    const wrong = wrongArguments(tool.describe().inputSchema);
    if (!wrong) continue;
    const { args, field, expected } = wrong;
    const checked = await tool.check(args);
    const name = registry.exposedName(tool);
    if (checked.ok) {
      probes.push({ tool: name, field, expected, outcome: 'accepted', text: '' });
      continue;
    }
    const result = validationFailure(tool, checked.problems, checked.example);
    const text = answerText(renderOutcome({ result, isError: true, repairs: [] }));
    probes.push({ tool: name, field, expected, outcome: 'refused', text });
  }
  return probes;
}

/**
 * Calls the tools of another server with a wrong argument. Whether it checks arguments before it runs a tool can't be
 * known from outside, so only tools that say they are read-only are called.
 */
export async function probePeer(peer: Peer): Promise<Probe[]> {
  const probes: Probe[] = [];
  for (const { name, inputSchema, annotations } of (await peer.offer()).tools) {
    const wrong = annotations?.['readOnlyHint'] === true ? wrongArguments(inputSchema) : undefined;
    if (!wrong) continue;
    const { args, field, expected } = wrong;
    const about = { tool: name, field, expected };
    try {
      const result = await peer.call(name, args, { signal: AbortSignal.timeout(PATIENCE_MS) });
      probes.push({ ...about, outcome: result.isError ? 'refused' : 'accepted', text: answerText(result) });
    } catch (error) {
      // The SDK's client also throws where an answer lacks the structured content that its schema promises.
      probes.push({ ...about, outcome: 'protocol-error', text: (error as Error).message });
    }
  }
  return probes;
}

const PATIENCE_MS = 10_000;

/** Returns the text that a model reads of an answer. */
export function answerText({ content }: WireResult): string {
  return (content as readonly { type: string; text?: string }[]).map(({ text = '' }) => text).join('\n');
}
