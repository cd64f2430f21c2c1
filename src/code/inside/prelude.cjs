'use strict';
// Runs inside QuickJS, before the user's code: the bridge to the tools, and nothing else of the host. It is sent
// there as text, so it uses nothing from outside. The user's code may change every built-in afterwards, so all
// that is needed later is captured first; what leaves the engine is text, which the host judges again.
module.exports = function prelude(host, setupJson, seed, failures, lazy) {
  const global = globalThis;
  const { parse, stringify } = JSON;
  const { freeze, defineProperty } = Object;
  const { Promise, Proxy, Error, ReferenceError, RangeError, TypeError, Map, Set, String, Boolean, Number } =
    global;
  const { send, print, finish, timer, clear, ask, load } = host;
  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const eachOfMap = uncurry(Map.prototype.forEach);
  const eachOfSet = uncurry(Set.prototype.forEach);
  const settled = new Map();
  const isSettled = uncurry(Map.prototype.has).bind(null, settled);
  const valueOf = uncurry(Map.prototype.get).bind(null, settled);
  const keep = uncurry(Map.prototype.set).bind(null, settled);
  const setup = parse(setupJson);
  const waiting = { __proto__: null };
  const timers = { __proto__: null };
  let lastCall = 0;
  let lastTimer = 0;
  let outstanding = 0;
  let timeouts = 0;
  let late = 0;
  let ending;
  let concluding = false;

  const put = (target, key, value, enumerable = true) =>
    defineProperty(target, key, { __proto__: null, value, enumerable, writable: true, configurable: true });
  const share = (name, value) => put(global, name, value, false);

  // The engine's own generator starts from the same state in each run.
  let [x, y, z, w] = [seed, 0x9e3779b9, 0x243f6a88, 0xb7e15162];
  const word = () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return w >>> 0;
  };
  for (let at = 0; at < 20; at++) word();
  put(global.Math, 'random', () => ((word() >>> 5) * 0x4000000 + (word() >>> 6)) / 0x20000000000000, false);

  class ToolError extends Error {}
  put(ToolError.prototype, 'name', 'ToolError', false);

  const fromMap = (map) => {
    const entries = {};
    eachOfMap(map, (value, key) => put(entries, typeof key === 'symbol' ? 'symbol' : `${key}`, value));
    return entries;
  };
  const fromSet = (set) => {
    const items = [];
    eachOfSet(set, (value) => put(items, items.length, value));
    return items;
  };
  const plain = (value, onPromise) =>
    stringify(value, function (key, given) {
      // JSON has null for a date that is none.
      if (given === null && this[key] instanceof Date) return 'Invalid Date';
      const item = isSettled(given) ? valueOf(given) : given;
      if (item instanceof Promise) return onPromise ? onPromise(item) : '[promise: await it]';
      if (typeof item === 'bigint' || typeof item === 'symbol') return String(item);
      if (typeof item === 'function') return `[function ${item.name}]`;
      if (typeof item === 'number' && item - item !== 0) return String(item);
      if (item instanceof Map) return fromMap(item);
      if (item instanceof Set) return fromSet(item);
      if (item instanceof Error) return { name: item.name, message: item.message };
      return item;
    });

  const call = (target) =>
    defineProperty(
      (...args) =>
        new Promise((resolve, reject) => {
          const id = ++lastCall;
          const problem = send(id, target, stringify(args) ?? '[]');
          if (problem) throw new ToolError(problem);
          waiting[id] = { __proto__: null, resolve, reject, stack: new Error().stack };
          outstanding++;
        }),
      'name',
      { __proto__: null, value: target },
    );

  // A function is made when it is first named. An unknown one is refused there; the host adds the choices there are.
  const never = () => false;
  const namespace = (name, functions) => {
    const own = { __proto__: null };
    for (let at = 0; at < functions.length; at++) own[functions[at]] = undefined;
    return new Proxy(own, {
      __proto__: null,
      set: never,
      defineProperty: never,
      deleteProperty: never,
      setPrototypeOf: never,
      get(target, key) {
        if (typeof key !== 'string' || key === 'then' || key === 'toJSON') return undefined;
        if (key in target) return (target[key] ??= freeze(call(`${name}.${key}`)));
        throw new ReferenceError(`${name}.${key} is not a function`);
      },
    });
  };
  for (const name in setup.namespaces) share(name, namespace(name, setup.namespaces[name]));
  for (const name in setup.aliases) share(name, freeze(call(setup.aliases[name])));
  for (const name in setup.values) share(name, setup.values[name]);
  share('__format__', undefined);
  share('__sanitize__', undefined);

  const inspect = (item) => {
    if (typeof item === 'string') return item;
    if (item instanceof Error) return `${item.name}: ${item.message}`;
    return item === undefined ? 'undefined' : (plain(item) ?? String(item));
  };
  const level =
    (name) =>
    (...items) => {
      let text = '';
      for (let at = 0; at < items.length; at++) text += (at ? ' ' : '') + inspect(items[at]);
      print(name, text);
    };
  const log = level('log');
  const levels = { info: level('info'), warn: level('warn'), error: level('error'), debug: level('debug') };
  share('console', freeze({ log, ...levels, table: log, dir: log }));

  const { raised, handle, eachUnhandled, reporting, then } = failures(put, uncurry);

  const startTimer = (repeats, run, ms, args) => {
    if (typeof run !== 'function') throw new TypeError('A timer takes a function.');
    const id = ++lastTimer;
    const wait = Number(ms) || 0;
    const problem = timer(id, wait);
    if (problem) throw new Error(problem);
    timers[id] = { __proto__: null, run, args, wait, repeats };
    if (!repeats) timeouts++;
    return id;
  };
  const stopTimer = (id) => {
    const known = timers[id];
    if (!known) return;
    if (!known.repeats) timeouts--;
    delete timers[id];
    clear(id);
  };
  share('setTimeout', (run, ms, ...args) => startTimer(false, run, ms, args));
  share('setInterval', (run, ms, ...args) => startTimer(true, run, ms, args));
  share('setImmediate', (run, ...args) => startTimer(false, run, 0, args));
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) share(name, stopTimer);
  share('queueMicrotask', (run) => void then(Promise.resolve(), reporting(run)));

  // What costs much to define is loaded when it is first named.
  const question = (service, asked) => {
    const { value, error, name } = parse(ask(service, stringify(asked)));
    if (error === undefined) return value;
    throw new (name === 'RangeError' ? RangeError : TypeError)(error);
  };
  const libraries = { __proto__: null };
  const library = (name) => (libraries[name] ??= load(name)(question));
  for (const name in lazy) {
    const become = (value) => share(name, value);
    defineProperty(global, name, {
      __proto__: null,
      configurable: true,
      enumerable: false,
      get() {
        become(library(lazy[name])[name]);
        return global[name];
      },
      set: become,
    });
  }
  const localised = (prototype, name, from) =>
    put(
      prototype,
      name,
      function (...args) {
        return library('formats').localised[from](this, ...args);
      },
      false,
    );
  localised(Number.prototype, 'toLocaleString', 'number');
  localised(global.BigInt.prototype, 'toLocaleString', 'number');
  localised(global.Date.prototype, 'toLocaleString', 'dateTime');
  localised(global.Date.prototype, 'toLocaleDateString', 'date');
  localised(global.Date.prototype, 'toLocaleTimeString', 'time');
  localised(String.prototype, 'localeCompare', 'compare');

  const described = (error) =>
    error instanceof Error
      ? { __proto__: null, name: `${error.name}`, message: `${error.message}`, stack: `${error.stack}` }
      : { __proto__: null, name: 'Error', message: `Thrown: ${inspect(error)}`, stack: '' };
  const failure = (error, others = 0) => {
    try {
      const { name, message, stack } = described(error);
      return stringify({ __proto__: null, name, message, stack, others });
    } catch {
      const message = 'The code threw something that cannot be described.';
      return stringify({ __proto__: null, name: 'Error', message, stack: '', others });
    }
  };
  // A promise that was left in the result is awaited there.
  const written = async (value) => {
    for (;;) {
      let open;
      const text = plain(value, (promise) => void (open ??= promise));
      if (open === undefined) return text;
      keep(open, await open);
      late = 0;
    }
  };
  const endWith = (value) => async () => {
    try {
      const text = await written(value);
      const sanitize = global.__sanitize__ === undefined ? undefined : Boolean(global.__sanitize__);
      const settings = stringify({ __proto__: null, format: String(global.__format__), sanitize, late });
      let first;
      let count = 0;
      eachUnhandled((error) => (count++ ? undefined : (first = error)));
      if (count) finish('unhandled', text, settings, failure(first, count - 1));
      else finish('value', text, settings);
    } catch (error) {
      endFailed(error)();
    }
  };
  const endFailed = (error) => () => finish('error', undefined, undefined, failure(error));
  // `await` needs no property of a promise that the user's code could have replaced.
  const conduct = async (main) => {
    try {
      const value = await main(raised, handle);
      late = outstanding;
      ending = endWith(value);
    } catch (error) {
      ending = endFailed(error);
    }
  };
  const settleOne = ({ id, ok, value, message, data }) => {
    const { resolve, reject, stack } = waiting[id];
    delete waiting[id];
    outstanding--;
    if (ok) return resolve(value);
    const error = new ToolError(message);
    put(error, 'stack', stack, false);
    put(error, 'data', data);
    reject(raised(error));
  };

  return {
    start(main) {
      conduct(main);
    },
    settle(json) {
      const answers = parse(json);
      for (let at = 0; at < answers.length; at++) settleOne(answers[at]);
    },
    fire(id) {
      const known = timers[id];
      if (!known) return;
      const { run, args, wait, repeats } = known;
      if (repeats) timer(id, wait);
      else stopTimer(id);
      try {
        run(...args);
      } catch (error) {
        raised(error);
      }
    },
    // Nothing is under way: the run ends if its main function has ended. An interval alone keeps no run alive.
    rest() {
      if (ending === undefined || timeouts > 0 || concluding) return false;
      concluding = true;
      ending();
      return true;
    },
  };
};
