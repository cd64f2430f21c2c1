'use strict';
// Runs inside QuickJS, before the user's code: the bridge to the tools, and nothing else of the host. It is sent
// there as text, so it uses nothing from outside. The user's code may change every built-in afterwards, so all
// that is needed later is captured first; what leaves the engine is text, which the host judges again.
module.exports = function prelude(send, print, finish, setupJson) {
  const global = globalThis;
  const { parse, stringify } = JSON;
  const { freeze, defineProperty } = Object;
  const { Promise, Proxy, Error, ReferenceError, Map, Set, String } = global;
  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const eachOfMap = uncurry(Map.prototype.forEach);
  const eachOfSet = uncurry(Set.prototype.forEach);
  const settled = new Map();
  const isSettled = uncurry(Map.prototype.has).bind(null, settled);
  const valueOf = uncurry(Map.prototype.get).bind(null, settled);
  const keep = uncurry(Map.prototype.set).bind(null, settled);
  const setup = parse(setupJson);
  const waiting = { __proto__: null };
  let lastCall = 0;
  let outstanding = 0;
  let ending;

  const put = (target, key, value, enumerable = true) =>
    defineProperty(target, key, { __proto__: null, value, enumerable, writable: true, configurable: true });
  const share = (name, value) => put(global, name, value, false);

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
    stringify(value, (_key, given) => {
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

  // An unknown function is refused where it is named, with the choices there are.
  const namespace = (name, functions) => {
    const own = { __proto__: null };
    for (const key of functions) own[key] = freeze(call(`${name}.${key}`));
    return new Proxy(freeze(own), {
      __proto__: null,
      get(target, key) {
        if (typeof key !== 'string' || key in target || key === 'then' || key === 'toJSON')
          return target[key];
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

  const end = (kind, first, second, third) => {
    ending = () => finish(kind, first, second, third);
    if (outstanding === 0) ending();
  };
  const fail = (error) => {
    if (error instanceof Error) end('error', `${error.name}`, `${error.message}`, `${error.stack}`);
    else end('error', 'Error', `Thrown: ${inspect(error)}`, '');
  };
  // A promise that was left in the result is awaited there.
  const written = async (value) => {
    for (;;) {
      let open;
      const text = plain(value, (promise) => void (open ??= promise));
      if (open === undefined) return text;
      keep(open, await open);
    }
  };
  // `await` needs no property of a promise that the user's code could have replaced.
  const conduct = async (main) => {
    try {
      const text = await written(await main());
      end('value', text, String(global.__format__), global.__sanitize__);
    } catch (error) {
      try {
        fail(error);
      } catch {
        end('error', 'Error', 'The code threw something that cannot be described.', '');
      }
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
    reject(error);
  };

  return {
    start(main) {
      conduct(main);
    },
    settle(json) {
      const answers = parse(json);
      for (let at = 0; at < answers.length; at++) settleOne(answers[at]);
      if (ending !== undefined && outstanding === 0) ending();
    },
  };
};
