import type { PeerPrompt } from '../../client/peer-lists';
import type { Peer } from '../../client/peer';
import { AppPeer } from '../app-peer';
import { columns, purposeIn } from '../print-columns';
import type { Command } from '../command';
import { flagName, type Flag } from '../call-flags/call-flag';
import { parseFlags, type FlagArguments } from '../call-flags/parse-call-flags';
import { splitWords } from '../call-flags/split-call-words';
import { namingTakenOptions, refuseUnclear } from '../call-flags/unclear-options';
import { exitCodeOfList } from '../listing-mistakes';
import { notOffered } from '../not-offered';
import { judgingFirst, type BeforeStart } from '../judging-first';
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
    const read = async (prompt: PeerPrompt): Promise<FlagArguments> => {
      const flags = flagsOf(prompt);
      refuseUnclear(words, flags);
      return parseFlags(words.rest, flags, io, {
        options: known,
        owner: 'prompt',
        isOther: isRemote(words.own),
      });
    };
    let before: FlagArguments | undefined;
    // A prompt that isn't there yet may be registered by `start`.
    const judge: BeforeStart = async (open) => {
      const listed = words.name === undefined ? [] : await new AppPeer(open).prompts().catch(() => []);
      const prompt = listed.find(({ name }) => name === words.name);
      before = prompt && (await read(prompt));
    };
    const { peer, options } = await judgingFirst(judge, (beforeStart) =>
      namingTakenOptions(unclear, () => openPeer(words.own, io, {}, { beforeStart }), known),
    );
    const json = options['json'] === true;
    try {
      const prompts = await peer.prompts();
      if (words.name === undefined) {
        if (json) io.stdout(`${JSON.stringify(prompts)}\n`);
        else
          io.stdout(
            columns(
              prompts.map((prompt) => [prompt.name, purposeIn(prompt.description ?? '', prompt)]),
              io,
            ),
          );
        return exitCodeOfList(peer, 'prompt', io);
      }
      const prompt = await promptNamed(words.name, prompts, peer);
      const given = before ?? (await read(prompt));
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
