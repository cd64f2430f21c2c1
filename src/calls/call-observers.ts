import type { Logger } from '../logger';
import { CallFollowers } from './call-followers';
import type { CallObserver } from './call-observer';
import type { CallBeginning } from './call-report';
import { IsolatedObserver } from './isolated-observer';

/** Everyone who observes calls. */
export class CallObservers {
  private readonly list: IsolatedObserver[] = [];
  private readonly all = new CallFollowers(this.list);
  private selective = false;

  constructor(private readonly log: () => Logger) {}

  /** Whether anybody observes. */
  get any(): boolean {
    return this.list.length > 0;
  }

  /** Adds an observer for as long as there are calls; it may learn of the end of calls that began before. */
  add(observer: CallObserver): void {
    const added = new IsolatedObserver(observer, this.log);
    this.list.push(added);
    this.selective ||= added.isSelective;
  }

  /** Returns those who follow a call; undefined if nobody does, so that no report of it need be made. */
  of(call: CallBeginning): CallFollowers | undefined {
    if (!this.selective) return this.any ? this.all : undefined;
    const wanting = this.list.filter((observer) => observer.wants(call));
    if (wanting.length === this.list.length) return this.all;
    return wanting.length ? new CallFollowers(wanting) : undefined;
  }
}
