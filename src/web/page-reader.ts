import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { strippedPage, collapseBlankLines } from './stripped-page';

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
const MOST_NESTING = 250;

/** Extracts the articles of HTML pages, one at a time, in a thread that is terminated if a page takes too long. */
export class PageReader {
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly timeoutMs = 5_000) {}

  /** Reads a page; one that cannot be parsed in time is returned as bare text. */
  async read(html: string, url: string, format: PageFormat): Promise<ReadablePage> {
    if (html.length > MOST_CHARACTERS || nesting(html) > MOST_NESTING) return strippedPage(html);
    const reading = this.turn.then(() => this.inThread({ html, url, format }));
    this.turn = reading.catch(() => undefined);
    const page = await reading;
    return page ? { title: page.title, text: collapseBlankLines(page.text) } : strippedPage(html);
  }

  close(): void {
    clearTimeout(this.idle);
    void this.worker?.terminate();
    this.worker = undefined;
  }

  private inThread(request: {
    html: string;
    url: string;
    format: PageFormat;
  }): Promise<ReadablePage | undefined> {
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
      const deadline = setTimeout(fail, this.timeoutMs);
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

function nesting(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, closing, name] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (/^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li)$/i.test(name!)) continue;
    depth = Math.max(0, depth + (closing ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
