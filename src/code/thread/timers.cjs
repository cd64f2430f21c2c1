'use strict';

const MOST_TIMERS = 10_000;
const LONGEST_MS = 2 ** 31 - 1;

// The timers of one run; each fires once.
exports.Timers = class Timers {
  #timers = new Map();
  #fire;

  constructor(fire) {
    this.#fire = fire;
  }

  get pending() {
    return this.#timers.size;
  }

  set(id, ms) {
    if (this.#timers.size >= MOST_TIMERS) return `This run has ${MOST_TIMERS} timers; clear some first.`;
    const wait = ms > 0 ? Math.min(ms, LONGEST_MS) : 0;
    const timer = setTimeout(() => {
      this.remove(id);
      this.#fire(id);
    }, wait);
    this.#timers.set(id, timer);
    return undefined;
  }

  remove(id) {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  clear() {
    for (const id of [...this.#timers.keys()]) this.remove(id);
  }
};
