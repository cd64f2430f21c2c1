import { builtInApp } from '../app/built-in-app';
import { offerOfApp, toolsOfApp } from '../app/offer-of-app';
import type { OpenApp } from '../app/open-loaded-app';
import { authorFrames } from '../base/author-frames';
import type { ServerOffer } from '../base/offer';
import { AuthorProblems } from '../author-problems';
import { instructionsOf } from '../app/wiring/make-client-instructions';
import { logUnlisted } from '../registries/log-unlisted';
import { renderOutcome } from '../calls/render';
import type { PeerContents, PeerMessage, PeerPrompt, PeerResource, PeerTool } from '../client/peer-lists';
import type { Peer, PeerCall } from '../client/peer';
import type { CallOutcome, WireResult } from '../outcome';
import type { ToolShape } from '../tool/tool';
import { answered } from './answer-failure';

/** An app opened in this process: calls go through validation, policy and consent as a client's would. */
export class AppPeer implements Peer {
  /** How many mistakes kept something out of the lists that were last made. */
  readonly mistakes = { tools: 0, prompts: 0, resources: 0 };
  /** Where the tool that was called last threw, as lines of a stack within the author's code. */
  thrownAt: readonly string[] = [];

  /** Through the door of a client, answers are cut to their budget and work goes on in the background; in a shell it waits. */
  constructor(
    readonly open: OpenApp,
    private readonly door: 'shell' | 'client' = 'shell',
  ) {}

  /** Whether it is the server that ships, and not an author's. */
  get isShipped(): boolean {
    return this.open.app === builtInApp;
  }

  instructions(): string | undefined {
    return instructionsOf(this.open).instructions;
  }

  offer(): Promise<ServerOffer> {
    return offerOfApp(this.open);
  }

  /** Returns tools with the text that clients list, which is what an agent reads; one that isn't listed has only its whole text. */
  async asListed(tools: readonly PeerTool[]): Promise<PeerTool[]> {
    const { registry } = this.open;
    const texts = new Map((await toolsOfApp(this.open)).map(({ name, description }) => [name, description]));
    return tools.map((tool) => {
      const shape = registry.get(tool.name);
      const listed = shape && texts.get(registry.exposedName(shape));
      return listed === undefined ? tool : { ...tool, description: listed };
    });
  }

  /** Returns the bare name of a tool, which may be given as clients see it. */
  bareName(name: string): string {
    const { registry } = this.open;
    if (registry.get(name)) return name;
    return registry.list().find((tool) => registry.exposedName(tool) === name)?.name ?? name;
  }

  /** Says in one line what clients see instead of the bare names of all tools; undefined if they see just these. */
  async seenByClients(): Promise<string | undefined> {
    const { registry, config } = this.open;
    const enabled = registry.list().filter(({ name }) => registry.isEnabled(name));
    const seen = (await toolsOfApp(this.open)).map(({ name }) => name);
    const all = enabled.map((tool) => registry.exposedName(tool));
    if (all.some((name) => !seen.includes(name)) && config.expose !== 'all')
      return `clients see only these, since expose is ${config.expose}: ${seen.join(', ')}`;
    const other = enabled.find((tool) => registry.exposedName(tool) !== tool.name);
    if (!other) return undefined;
    return `clients see these names with a prefix, such as ${registry.exposedName(other)}; call takes either`;
  }

  // As for a client, a mistake in one class doesn't take the other tools away.
  tools(): Promise<PeerTool[]> {
    const { registry, setup } = this.open;
    const problems = new AuthorProblems();
    const unlisted = new Map<ToolShape, unknown>();
    const tools = registry.list().flatMap((tool) => {
      try {
        return [this.entry(tool)];
      } catch (error) {
        problems.add(error, tool.source);
        unlisted.set(tool, error);
        return [];
      }
    });
    if (!tools.length) problems.throwAny();
    for (const [tool, error] of unlisted) logUnlisted(tool, error, setup.log);
    this.mistakes.tools = problems.list.length;
    return Promise.resolve(tools);
  }

  async call(name: string, args: Record<string, unknown>, call: PeerCall = {}): Promise<WireResult> {
    const { ask, signal, progress } = call;
    let soFar: CallOutcome['result'] | undefined;
    const { door } = this;
    const outcome = await this.open.registry.call(name, args, {
      door,
      signal,
      progress,
      soFar: (result) => (soFar = result),
      ...(ask && { session: { id: door, ask } }),
    });
    this.thrownAt = authorFrames((outcome.result as { exception?: unknown }).exception);
    if (!signal?.aborted || !soFar) return renderOutcome(outcome);
    return renderOutcome({ result: soFar, isError: outcome.isError, repairs: outcome.repairs });
  }

  async prompts(): Promise<PeerPrompt[]> {
    return (await this.hasAny('prompts')) ? this.open.prompts.list() : [];
  }

  async prompt(name: string, args: Record<string, string>): Promise<PeerMessage[]> {
    const { messages } = await answered(name, () => this.open.prompts.get(name, args));
    return messages as PeerMessage[];
  }

  async resources(): Promise<PeerResource[]> {
    if (!(await this.hasAny('resources'))) return [];
    const { resources } = this.open;
    const templates = await resources.templates();
    const shown = templates.map(({ uriTemplate, ...rest }) => ({ ...rest, uri: uriTemplate }));
    const { entries, mistakes } = await resources.listWithMistakes();
    this.mistakes.resources += mistakes;
    return [...entries, ...shown];
  }

  /** Looks for mistakes that keep prompts and resources out of their lists, without listing what resources have. */
  async lookAtOthers(): Promise<void> {
    await this.hasAny('prompts');
    await this.hasAny('resources');
  }

  async read(uri: string): Promise<PeerContents[]> {
    return await answered(uri, () => this.open.resources.read(uri));
  }

  close(): Promise<void> {
    return this.open.close();
  }

  /** Returns what a tool takes, if it is there and can be described; without listing the others. */
  inputOf(name: string): PeerTool['inputSchema'] | undefined {
    try {
      return this.open.registry.get(this.bareName(name))?.describe().inputSchema;
    } catch {
      return undefined;
    }
  }

  private async hasAny(kind: 'prompts' | 'resources'): Promise<boolean> {
    const { mistakes, left } = await this.open[kind].lookForMistakes();
    this.mistakes[kind] = mistakes;
    return left > 0;
  }

  private entry(tool: ToolShape): PeerTool {
    const { registry } = this.open;
    const { description, inputSchema, annotations } = tool.describe();
    const outputSchema = registry.listedOutput(tool);
    return {
      name: tool.name,
      description,
      inputSchema,
      ...(outputSchema && { outputSchema: { ...outputSchema } }),
      ...(annotations && { annotations: annotations as Record<string, unknown> }),
      ...(tool.secrets.length && { secrets: tool.secrets }),
      ...(!registry.isEnabled(tool.name) && { disabled: true }),
    };
  }
}
