import type { WireResult } from '../../outcome';
import type { ToolPage } from '../parts/tool-pages';
import { isPlainText } from '../checked-result';
import { MetaKey } from './protocol-era';

/** A request's id. */
export type Id = string | number;

/** How long clients may keep a result, and for whom. */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: 'private' | 'public';
}

/** Words the replies of one server in the modern era. */
export class Replies {
  private readonly meta: Record<string, unknown>;
  /** What follows the members of a result without a `_meta` of its own. */
  private readonly tail: string;

  constructor(serverInfo: object) {
    this.meta = { [MetaKey.server]: serverInfo };
    this.tail = `"resultType":"complete","_meta":${JSON.stringify(this.meta)}}`;
  }

  /** The reply with a complete result. */
  result(id: Id, result: object, hint?: CacheHint): string {
    return this.of(id, { ...result, ...hint, resultType: 'complete' });
  }

  /** The reply with a result of any type. */
  of(id: Id, result: object): string {
    const own = (result as { _meta?: object })._meta;
    return `{"result":${JSON.stringify({ ...result, _meta: { ...own, ...this.meta } })},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  }

  /** The reply to `tools/list`, joined from a serialised page. */
  list(id: Id, { text, nextCursor }: ToolPage, { ttlMs, cacheScope }: CacheHint): string {
    const cursor = nextCursor === undefined ? '' : `"nextCursor":${JSON.stringify(nextCursor)},`;
    const head = `{"result":{"tools":[${text}],${cursor}"ttlMs":${ttlMs},"cacheScope":"${cacheScope}",`;
    return `${head}${this.tail},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  }

  /** The reply to a call; a single text, by far the most common result, is joined without an object to serialise. */
  call(id: Id, wire: WireResult): string {
    if (wire._meta) return this.result(id, wire);
    const [block, other] = wire.content;
    const members =
      block?.type === 'text' && !other && wire.structuredContent === undefined && isPlainText(wire)
        ? `"content":[{"type":"text","text":${JSON.stringify(block.text)}}]${wire.isError ? ',"isError":true' : ''}`
        : JSON.stringify(wire).slice(1, -1);
    return `{"result":{${members},${this.tail},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  }
}
