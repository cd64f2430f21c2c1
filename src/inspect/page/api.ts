import type { PeerContents, PeerMessage } from '../../client/peer-lists';
import type { Catalogue, PageAnswer, PageEvent, SavedCalls, CallVerdict } from '../inspect-wire';

/** What the page asks of the process that serves it. */
export const api = {
  catalogue: () => request<Catalogue>('GET', '/catalogue'),
  call: (tool: string, args: object) => request<{ id: number }>('POST', '/call', { tool, args }),
  replay: (id: number) => request<{ id: number }>('POST', '/replay', { id }),
  cancel: (id: number) => request('POST', '/cancel', { id }),
  answer: (answer: PageAnswer) => request('POST', '/answer', answer),
  explain: (tool: string, args: object) => request<CallVerdict>('POST', '/explain', { tool, args }),
  prompt: (name: string, args: object) => request<PeerMessage[]>('POST', '/prompt', { name, args }),
  read: (uri: string) => request<PeerContents[]>('POST', '/read', { uri }),
  restart: () => request('POST', '/restart', {}),
  save: (ids: readonly number[], runner: string) => request<SavedCalls>('POST', '/save', { ids, runner }),
};

const GONE = '`toolwright inspect` has ended or can’t be reached. Start it again for a new address.';
const MOVED =
  'This page is of a `toolwright inspect` that has ended, and another one runs here now: its address is printed in its terminal.';

/** Listens to what happens; `lost` is told why the process can't be reached, or nothing once it can. */
export function listenToEvents(hear: (event: PageEvent) => void, lost: (why: string) => void): void {
  const events = new EventSource('/events');
  events.onopen = () => lost('');
  // A browser tries again, except after a refusal.
  events.onerror = () => lost(events.readyState === EventSource.CLOSED ? MOVED : GONE);
  events.onmessage = ({ data }) => hear(JSON.parse(data as string) as PageEvent);
}

async function request<T>(method: string, path: string, body?: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Error(GONE);
  }
  const text = await response.text();
  if (response.status === 403) throw new Error(MOVED);
  if (!response.ok) throw new Error(problemIn(text));
  return JSON.parse(text) as T;
}

function problemIn(text: string): string {
  try {
    return (JSON.parse(text) as { problem: string }).problem;
  } catch {
    return text;
  }
}
