import type { Notice } from '../../calls/background';

// A tool that says more than this at once is not waited for: what is too much is left out.
const MOST_CHARACTERS = 65_536;

/** What a running operation has to tell its client, gathered for one message. */
export class Notices {
  private texts: string[] = [];
  private length = 0;

  add(notice: Notice): void {
    const text = JSON.stringify(notice);
    if (this.length + text.length > MOST_CHARACTERS) return;
    this.length += text.length;
    this.texts.push(text);
  }

  /** Returns all of it as JSON, once; undefined if there is nothing. */
  take(): string | undefined {
    if (!this.texts.length) return undefined;
    const all = `[${this.texts.join()}]`;
    this.texts = [];
    this.length = 0;
    return all;
  }
}
