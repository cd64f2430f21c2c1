import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { strippedPage } from './stripped-page';

/** The readable part of a page. */
export interface ReadablePage {
  readonly title: string;
  readonly text: string;
}

/** The output format of the readable part. */
export type PageFormat = 'markdown' | 'text';

const IDLE_MS = 30_000;

/** Larger pages are not parsed as a document, which would take too long. */
const MOST_CHARACTERS = 1_500_000;
/** Of a page that is not parsed no more than this is shown, so that it takes no time to speak of. */
const MOST_BARE = 1_000_000;
const THREADS = 2;
const MOST_WAITING = 8;

/** Extracts the articles of HTML pages in threads that are terminated if a page takes too long. */
export class PageReader {
  private readonly threads: PageThread[];
  private waiting = 0;

  constructor(timeoutMs = 5_000) {
    this.threads = Array.from({ length: THREADS }, () => new PageThread(timeoutMs));
  }

  /** Reads a page; one that is not parsed in time, or comes when many wait, is returned as bare text. */
  async read(html: string, url: string, format: PageFormat): Promise<ReadablePage> {
    if (html.length > MOST_CHARACTERS || this.waiting >= MOST_WAITING) return barePage(html);
    this.waiting++;
    try {
      const thread = this.threads.reduce((best, one) => (one.waiting < best.waiting ? one : best));
      return (await thread.read({ html, url, format })) ?? barePage(html);
    } finally {
      this.waiting--;
    }
  }

  close(): void {
    for (const thread of this.threads) thread.close();
  }
}

interface PageRequest {
  readonly html: string;
  readonly url: string;
  readonly format: PageFormat;
}

// One thread, which reads one page at a time.
class PageThread {
  waiting = 0;
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly timeoutMs: number) {}

  async read(request: PageRequest): Promise<ReadablePage | undefined> {
    this.waiting++;
    // Waiting for slow pages counts, so that no caller waits for several of them.
    const until = performance.now() + this.timeoutMs;
    const reading = this.turn.then(() => this.inThread(request, until - performance.now()));
    this.turn = reading;
    try {
      return await reading;
    } finally {
      this.waiting--;
    }
  }

  close(): void {
    clearTimeout(this.idle);
    void this.worker?.terminate();
    this.worker = undefined;
  }

  private async inThread(request: PageRequest, remainingMs: number): Promise<ReadablePage | undefined> {
    if (remainingMs <= 0) return undefined;
    clearTimeout(this.idle);
    const worker = (this.worker ??= startWorker());
    worker.ref();
    return new Promise((resolve) => {
      const end = (page?: ReadablePage): void => {
        clearTimeout(deadline);
        worker.off('message', end).off('exit', fail);
        worker.unref();
        if (page) this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
        else this.close();
        resolve(page);
      };
      const fail = (): void => end();
      const deadline = setTimeout(fail, remainingMs);
      worker.on('message', end).on('exit', fail);
      worker.postMessage(request);
    });
  }
}

function startWorker(): Worker {
  const worker = new Worker(join(__dirname, 'page-worker.cjs'), {
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // An error is followed by an exit, which the reader waits for.
  worker.on('error', () => undefined);
  return worker;
}

function barePage(html: string): ReadablePage {
  const { title, text } = strippedPage(html.slice(0, MOST_BARE));
  const cut =
    html.length > MOST_BARE ? '\n\n[The page is too large to be read whole; this is its beginning.]' : '';
  return { title, text: text + cut };
}
