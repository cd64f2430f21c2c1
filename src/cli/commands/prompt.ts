import type { PeerPrompt } from '../../client/peer-lists';
import type { Peer } from '../../client/peer';
import { columns, purposeIn } from '../print-columns';
import type { Command } from '../command';
import { flagName, type Flag } from '../call-flags/call-flag';
import { parseFlags } from '../call-flags/parse-call-flags';
import { splitWords } from '../call-flags/split-call-words';
import { namingTakenOptions, refuseUnclear } from '../call-flags/unclear-options';
import { exitCodeOfList } from '../listing-mistakes';
import { notOffered } from '../not-offered';
import { isRemote, knownOptions, openPeer, PEER_USAGE } from '../open-peer';

/** Renders a prompt, or lists them all. */
export const command: Command = {
  name: 'prompt',
  appUse: 'calls',
  usage: `toolwright prompt [NAME [--ARGUMENT VALUE]…] ${PEER_USAGE}`,
  async run(args, io) {
    const unclear = { args, io, flagsIn };
    const known = await namingTakenOptions(unclear, () => knownOptions(args, io));
    const words = splitWords(args, known);
    const { peer, options } = await namingTakenOptions(unclear, () => openPeer(words.own, io), known);
    const json = options['json'] === true;
    try {
      const prompts = await peer.prompts();
      if (words.name === undefined) {
        if (json) io.stdout(`${JSON.stringify(prompts)}\n`);
        else
          io.stdout(
            columns(
              prompts.map(({ name, description }) => [name, purposeIn(description ?? '')]),
              io,
            ),
          );
        return exitCodeOfList(peer, 'prompt', io);
      }
      const prompt = await promptNamed(words.name, prompts, peer);
      const flags = flagsOf(prompt);
      refuseUnclear(words, flags);
      const given = await parseFlags(words.rest, flags, io, {
        options: known,
        owner: 'prompt',
        isOther: isRemote(words.own),
      });
      const messages = await peer.prompt(prompt.name, given as Record<string, string>);
      if (json) io.stdout(`${JSON.stringify(messages)}\n`);
      else
        for (const { role, content } of messages)
          io.stdout(`${role}: ${content.text ?? JSON.stringify(content)}\n`);
      return 0;
    } finally {
      await peer.close();
    }
  },
};

async function promptNamed(name: string, prompts: readonly PeerPrompt[], peer: Peer): Promise<PeerPrompt> {
  const found = prompts.find((prompt) => prompt.name === name);
  if (found) return found;
  throw await notOffered(
    'prompt',
    name,
    prompts.map((prompt) => prompt.name),
    peer,
  );
}

async function flagsIn(peer: Peer, name: string): Promise<Flag[]> {
  return flagsOf(await promptNamed(name, await peer.prompts(), peer));
}

// All arguments of a prompt are texts.
function flagsOf(prompt: PeerPrompt): Flag[] {
  return (prompt.arguments ?? []).map(({ name, description = '', required = false }) => ({
    name: flagName(name),
    path: [name],
    kind: 'value',
    schema: { type: 'string' },
    required,
    nullable: false,
    description,
  }));
}
