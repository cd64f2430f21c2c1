import { knownSecrets } from '../json/known-secrets';
import { holdsSecret } from '../json/holds-secret';
import { secretProperties } from '../json/secret-properties';
import { withoutSecrets } from '../json/without-secrets';
import type { PeerTool } from '../client/peer-lists';
import type { RecordedTool } from '../testing/record-calls';
import type { CallRecord } from './inspect-wire';

// Of a tool that the page didn't list, nothing is known to be no secret.
const UNKNOWN_TOOL: RecordedTool = { inputSchema: { additionalProperties: false }, secrets: { names: [] } };

/** What the tools of a list take, and which of it is secret: for showing the calls of a history, and for saving them. */
export class ShownArguments {
  private readonly tools: ReadonlyMap<string, RecordedTool>;
  private readonly known = new WeakMap<object, Pick<CallRecord, 'args' | 'hidesSecrets'>>();

  // One tool may carry the arguments of another.
  constructor(tools: readonly PeerTool[] = []) {
    const secrets = knownSecrets(
      tools.map((tool) => ({
        tool: tool.name,
        schema: tool.inputSchema,
        names: tool.secrets ?? secretProperties(tool.inputSchema),
      })),
    );
    this.tools = new Map(
      tools.map(({ name, inputSchema, annotations }) => [
        name,
        { inputSchema, secrets, readOnly: annotations?.['readOnlyHint'] === true },
      ]),
    );
  }

  /** Whether nothing is known of any tool. */
  get isEmpty(): boolean {
    return !this.tools.size;
  }

  /** Returns what a tool declares, if it is listed. */
  listed(tool: string): RecordedTool | undefined {
    return this.tools.get(tool);
  }

  /** Returns what a call of a tool is recorded by; of one that isn't listed nothing is recorded. */
  of(tool: string): RecordedTool {
    return this.tools.get(tool) ?? UNKNOWN_TOOL;
  }

  /** Returns the record of a call as a page may show it: without the secrets in its arguments. */
  shown(record: CallRecord): CallRecord {
    let shown = this.known.get(record.args);
    if (!shown) this.known.set(record.args, (shown = this.hidden(record)));
    return { ...record, ...shown };
  }

  private hidden({ tool, args }: CallRecord): Pick<CallRecord, 'args' | 'hidesSecrets'> {
    const { inputSchema, secrets } = this.of(tool);
    const isOpen = this.tools.has(tool) && !secrets.names.length && !secrets.tools?.size;
    if (isOpen && !holdsSecret(inputSchema, secrets.names, inputSchema)) return { args };
    const open = withoutSecrets(args, inputSchema, secrets);
    return JSON.stringify(open) === JSON.stringify(args) ? { args } : { args: open, hidesSecrets: true };
  }
}
