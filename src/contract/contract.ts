import { isObject } from '../base/json-value';
import type {
  OfferedPrompt,
  OfferedResource,
  OfferedTemplate,
  OfferedTool,
  ServerOffer,
} from '../base/offer';
import { isOfTemplate, promisedResources, withoutState } from './promised-resources';

/** The format of contract files; a file of another format is refused. */
const FORMAT = 1;

/** What a server promises to its clients, in an order that doesn't change. */
export interface Contract {
  readonly toolwright_contract: typeof FORMAT;
  readonly server?: { readonly name: string; readonly version: string };
  readonly instructions?: string;
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly OfferedResource[];
  readonly templates: readonly OfferedTemplate[];
  /** URIs of resources that are promised although a template stands for them too. */
  readonly fixed?: readonly string[] | undefined;
}

/** A contract file that can't be used. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/** Makes the contract of what a server offers; it has all that is listed, of which a file keeps what is promised. */
export function contractOf({
  server,
  instructions,
  tools,
  prompts,
  resources,
  templates,
  fixed = [],
}: ServerOffer): Contract {
  const overlapping = fixed.filter((uri) => isOfTemplate(uri, templates)).sort();
  return {
    toolwright_contract: FORMAT,
    ...(server && { server: { name: server.name, version: server.version } }),
    ...(instructions !== undefined && { instructions }),
    tools: inOrder(tools, ({ name }) => name),
    prompts: inOrder(prompts, ({ name }) => name),
    resources: inOrder(resources, ({ uri }) => uri),
    templates: inOrder(templates, ({ uriTemplate }) => uriTemplate),
    ...(overlapping.length && { fixed: overlapping }),
  };
}

/** Returns a contract without the data that its server listed: resources of a template, sizes and times. */
export function withoutData(contract: Contract): Contract {
  return { ...contract, resources: promisedResources(contract).map(withoutState) };
}

/** Writes a contract as a file: the same promises give the same bytes, whatever the order they were listed in. */
export function contractText(contract: Contract): string {
  return `${JSON.stringify(sortedMembers(withoutData(contract)), null, 2)}\n`;
}

/** Returns whether a text is a contract of any format, or one that was damaged, such as by two versions of it merged. */
export function isContractText(text: string): boolean {
  return /"toolwright_contract"\s*:/.test(text);
}

/** Reads a contract file; throws what is wrong with it and the cure. */
export function readContract(text: string, file: string): Contract {
  const cure = isContractText(text)
    ? `write it anew with 'toolwright snapshot --out ${file}'`
    : "name the file that 'toolwright snapshot' wrote";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message.replace(/\s+/g, ' ');
    throw new ContractError(`${file} is not JSON (${reason}); ${cure}`);
  }
  if (!isObject(value) || value['toolwright_contract'] === undefined)
    throw new ContractError(`${file} is not a contract; ${cure}`);
  const format = value['toolwright_contract'];
  if (format !== FORMAT)
    throw new ContractError(
      `${file} has the format ${JSON.stringify(format)}, which is unknown here; ${cure}`,
    );
  const lists = { tools: 'name', prompts: 'name', resources: 'uri', templates: 'uriTemplate' };
  for (const [list, key] of Object.entries(lists)) {
    const entries = value[list];
    const isWhole =
      Array.isArray(entries) && entries.every((entry) => isObject(entry) && typeof entry[key] === 'string');
    if (!isWhole) throw new ContractError(`${file} has no list of ${list} with a ${key} each; ${cure}`);
  }
  const { fixed = [] } = value;
  if (!Array.isArray(fixed) || !fixed.every((uri) => typeof uri === 'string'))
    throw new ContractError(`${file} has no list of URIs as fixed; ${cure}`);
  return value as unknown as Contract;
}

function inOrder<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}

// The order of members means nothing in JSON, and a rebuilt server may list them in another.
function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMembers);
  if (!isObject(value)) return value;
  const first = ['toolwright_contract', 'server', 'name', 'uri', 'uriTemplate', 'title', 'description'];
  const rank = (key: string): number => (first.includes(key) ? first.indexOf(key) : first.length);
  const keys = Object.keys(value).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, sortedMembers(value[key])]));
}
