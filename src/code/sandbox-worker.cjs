'use strict';
// The program of one sandbox worker: it owns one QuickJS engine over a bounded memory, runs one piece of
// code and ends. Plain JavaScript, so that a thread can start it whether the rest is compiled, bundled or
// transformed by a test runner. `sandbox.ts` is the other end of its messages.
const { parentPort, workerData } = require('node:worker_threads');
const { newQuickJSWASMModuleFromVariant, newVariant } = require('quickjs-emscripten-core');
const engine = require('@jitl/quickjs-wasmfile-release-sync');

const PAGE_BYTES = 65536;
const FIRST_PAGES = 256;
const MOST_OF_A_MESSAGE = 4_000;
const MOST_OF_A_STACK = 20_000;

// Runs inside QuickJS, before the user's code: the bridge to the tools, and nothing else of the host.
function prelude(send, print, finish, setupJson) {
  const { parse, stringify } = JSON;
  const { assign, freeze, defineProperty, fromEntries } = Object;
  const setup = parse(setupJson);
  const waiting = { __proto__: null };
  let lastCall = 0;
  let outstanding = 0;
  let ending;

  class ToolError extends Error {}
  const share = (name, value) =>
    defineProperty(globalThis, name, { value, writable: true, configurable: true });

  const plain = (value) =>
    stringify(value, (_key, item) => {
      if (typeof item === 'bigint' || typeof item === 'symbol') return String(item);
      if (typeof item === 'function') return `[function ${item.name}]`;
      if (typeof item === 'number' && item - item !== 0) return String(item);
      if (item instanceof Map) return fromEntries(item);
      if (item instanceof Set) return [...item];
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
          waiting[id] = { resolve, reject, stack: new Error().stack };
          outstanding++;
        }),
      'name',
      { value: target },
    );

  // An unknown function is refused where it is named, with the choices there are.
  const namespace = (name, functions) => {
    const own = { __proto__: null };
    for (const key of functions) own[key] = freeze(call(`${name}.${key}`));
    return new Proxy(freeze(own), {
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

  const words = (items) => items.map(inspect).join(' ');
  const inspect = (item) => {
    if (typeof item === 'string') return item;
    if (item instanceof Error) return `${item.name}: ${item.message}`;
    return item === undefined ? 'undefined' : (plain(item) ?? String(item));
  };
  const level =
    (name) =>
    (...items) =>
      print(name, words(items));
  const log = level('log');
  share(
    'console',
    freeze({
      log,
      info: level('info'),
      warn: level('warn'),
      error: level('error'),
      debug: level('debug'),
      table: log,
      dir: log,
    }),
  );

  const failure = (error) => {
    if (!(error instanceof Error)) return { name: 'Error', message: `Thrown: ${inspect(error)}`, stack: '' };
    return { name: String(error.name), message: String(error.message), stack: String(error.stack) };
  };
  const end = (report) => {
    ending = report;
    if (outstanding === 0) finish(report);
  };
  const succeed = (value) => {
    try {
      end(stringify({ value: plain(value), format: String(__format__), sanitize: __sanitize__ }));
    } catch (error) {
      end(stringify({ error: failure(error) }));
    }
  };

  return {
    start(main) {
      main().then(succeed, (error) => end(stringify({ error: failure(error) })));
    },
    settle(json) {
      for (const { id, ok, value, message, data } of parse(json)) {
        const { resolve, reject, stack } = waiting[id];
        delete waiting[id];
        outstanding--;
        if (ok) resolve(value);
        else reject(assign(new ToolError(message), { name: 'ToolError', stack, data }));
      }
      if (ending !== undefined && outstanding === 0) finish(ending);
    },
  };
}

// What the code may make the host hold: refused beyond that, so that a flood ends in the sandbox.
function meter(limits) {
  let calls = 0;
  let sent = 0;
  let printed = 0;
  return {
    call(json) {
      if (++calls > limits.calls) return `This run has made its ${limits.calls} calls; split the work.`;
      if ((sent += json.length) > limits.sentCharacters)
        return 'This run has sent too much to its tools; split the work.';
    },
    print(text) {
      const room = limits.printedCharacters - printed;
      printed += text.length + 1;
      if (room <= 0) return undefined;
      return text.length <= room ? text : `${text.slice(0, room)}… (further output dropped)`;
    },
  };
}

async function main() {
  const memoryPages = Math.max(FIRST_PAGES, Math.floor(workerData.memoryBytes / PAGE_BYTES));
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: memoryPages });
  const variant = newVariant(engine.default ?? engine, { wasmModule: workerData.wasm, wasmMemory: memory });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(workerData.stackBytes);
  const context = runtime.newContext();
  let bridge;
  let finished = false;
  let outstanding = 0;
  let calls = [];

  const report = (message) => {
    if (finished) return;
    finished = true;
    parentPort.postMessage(message);
  };
  // With no memory left the engine can't always make its own error: null is thrown, or a promise never settles.
  const outOfMemory = ({ name, message }) =>
    (name === 'DeadlockError' || message === 'Thrown: null') &&
    memory.buffer.byteLength > (memoryPages * PAGE_BYTES) / 2;
  const fail = (name, message, stack = '') => {
    const error = outOfMemory({ name, message })
      ? { name: 'MemoryError', message: 'out of memory' }
      : { name, message };
    error.name = error.name.slice(0, 100);
    error.message = error.message.slice(0, MOST_OF_A_MESSAGE);
    error.stack = stack.slice(0, MOST_OF_A_STACK);
    report({ type: 'done', error });
  };
  const broken = (error) => fail(error instanceof RangeError ? 'StackError' : 'EngineError', String(error));
  // Calls made in one turn leave together, and answers that come together are taken together.
  const turn = () => {
    const jobs = runtime.executePendingJobs();
    if (jobs.error) return refused(jobs.error);
    if (calls.length) parentPort.postMessage({ type: 'calls', calls });
    calls = [];
    if (!finished && outstanding === 0)
      fail('DeadlockError', 'The code waits for something that never happens.');
  };
  const refused = (handle) => {
    const error = context.dump(handle);
    fail(String(error?.name ?? 'Error'), String(error?.message ?? error), String(error?.stack ?? ''));
  };

  const start = ({ code, setup, limits }) => {
    const meters = meter(limits);
    const send = context.newFunction('send', (id, target, json) => {
      const text = context.getString(json);
      const problem = meters.call(text);
      if (problem) return context.newString(problem);
      outstanding++;
      calls.push({ id: context.getNumber(id), target: context.getString(target), json: text });
      return context.undefined;
    });
    const print = context.newFunction('print', (level, text) => {
      const kept = meters.print(context.getString(text));
      if (kept !== undefined)
        parentPort.postMessage({ type: 'print', level: context.getString(level), text: kept });
    });
    const finish = context.newFunction('finish', (json) => {
      const text = context.getString(json);
      if (text.length > limits.resultCharacters)
        return fail('ResultError', 'the result is too large: return less of it');
      const { error, ...rest } = JSON.parse(text);
      if (error) fail(error.name, error.message, error.stack);
      else report({ type: 'done', ...rest });
    });
    const prepare = context.unwrapResult(context.evalCode(`(${prelude})`, 'prelude.js'));
    const made = context.callFunction(
      prepare,
      context.undefined,
      send,
      print,
      finish,
      context.newString(setup),
    );
    bridge = context.unwrapResult(made);
    const compiled = context.evalCode(code, 'code.js');
    if (compiled.error) return refused(compiled.error);
    const begun = context.callMethod(bridge, 'start', [compiled.value]);
    if (begun.error) return refused(begun.error);
    turn();
  };
  const settle = ({ count, json }) => {
    outstanding -= count;
    const answers = context.newString(json);
    const settled = context.callMethod(bridge, 'settle', [answers]);
    answers.dispose();
    if (settled.error) return refused(settled.error);
    turn();
  };

  parentPort.on('message', (message) => {
    if (finished) return;
    try {
      if (message.type === 'start') start(message);
      else settle(message);
    } catch (error) {
      broken(error);
    }
  });
}

void main();
