'use strict';
// Runs inside QuickJS when the user's code first names `URL` or `URLSearchParams`. Sent there as text, so it uses nothing from
// outside but `ask`, which has the thread answer a question.
module.exports = function addresses(ask) {
  class URLSearchParams {
    #pairs;
    #changed = () => undefined;

    constructor(init = '') {
      if (init instanceof URLSearchParams) this.#pairs = [...init];
      else if (typeof init !== 'object' || init === null) this.#pairs = ask('query', { text: `${init}` });
      else {
        const pairs = Symbol.iterator in init ? [...init] : Object.entries(init);
        this.#pairs = pairs.map(([key, value]) => [`${key}`, `${value}`]);
      }
    }

    static of(text, changed) {
      const made = new URLSearchParams(text);
      made.#changed = changed;
      return made;
    }
    get size() {
      return this.#pairs.length;
    }
    get(name) {
      return this.#pairs.find(([key]) => key === `${name}`)?.[1] ?? null;
    }
    getAll(name) {
      return this.#pairs.filter(([key]) => key === `${name}`).map(([, value]) => value);
    }
    has(name, value) {
      return this.#pairs.some(
        ([key, each]) => key === `${name}` && (value === undefined || each === `${value}`),
      );
    }
    append(name, value) {
      this.#pairs.push([`${name}`, `${value}`]);
      this.#changed(this);
    }
    delete(name, value) {
      this.#pairs = this.#pairs.filter(
        ([key, each]) => key !== `${name}` || (value !== undefined && each !== `${value}`),
      );
      this.#changed(this);
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([key]) => key === `${name}`);
      if (at < 0) return this.append(name, value);
      this.#pairs[at] = [`${name}`, `${value}`];
      this.#pairs = this.#pairs.filter(([key], index) => key !== `${name}` || index === at);
      this.#changed(this);
    }
    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      this.#changed(this);
    }
    forEach(visit, self) {
      for (const [key, value] of this.#pairs) visit.call(self, value, key, this);
    }
    *keys() {
      for (const [key] of this.#pairs) yield key;
    }
    *values() {
      for (const [, value] of this.#pairs) yield value;
    }
    *entries() {
      for (const [key, value] of this.#pairs) yield [key, value];
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return ask('queryText', { pairs: this.#pairs });
    }
    toJSON() {
      return this.toString();
    }
  }

  class URL {
    #parts;
    #params;

    constructor(input, base) {
      this.#parts = ask('url', { input: `${input}`, ...(base !== undefined && { base: `${base}` }) });
    }
    static canParse(input, base) {
      return URL.parse(input, base) !== null;
    }
    static parse(input, base) {
      try {
        return new URL(input, base);
      } catch {
        return null;
      }
    }
    get searchParams() {
      const changed = (params) => this.#set('search', `${params}`, true);
      return (this.#params ??= URLSearchParams.of(this.#parts.search, changed));
    }
    part(name) {
      return this.#parts[name];
    }
    #set(name, value, ours = false) {
      this.#parts = ask('url', { input: this.#parts.href, set: name, value: `${value}` });
      if (!ours && (name === 'search' || name === 'href')) this.#params = undefined;
    }
    static define(names) {
      for (const name of names) {
        Object.defineProperty(URL.prototype, name, {
          configurable: true,
          enumerable: true,
          get() {
            return this.#parts[name];
          },
          ...(name !== 'origin' && {
            set(value) {
              this.#set(name, value);
            },
          }),
        });
      }
    }
    toString() {
      return this.#parts.href;
    }
    toJSON() {
      return this.#parts.href;
    }
  }
  URL.define(['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']); // prettier-ignore
  delete URL.define;
  delete URL.prototype.part;

  return { URL, URLSearchParams };
};
