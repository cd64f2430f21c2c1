'use strict';
// The program of an engine thread. For each run it makes one QuickJS engine over a bounded memory of its own, and drops
// it afterwards; the thread lives on, and the host ends it when a run does not end by itself. Plain JavaScript, so
// that a thread can start it whether the rest is compiled, bundled or transformed by a test runner. `conversation.ts`
// is the other end of its messages.
const { parentPort, workerData } = require('node:worker_threads');
const { newQuickJSWASMModuleFromVariant, newVariant } = require('quickjs-emscripten-core');
const engine = require('@jitl/quickjs-wasmfile-release-sync');
const failures = require('../inside/failures.cjs');
const prelude = require('../inside/prelude.cjs');
const { Meter } = require('./meter.cjs');
const { answer } = require('./services.cjs');
const { Timers } = require('./timers.cjs');

// What the code inside may load, by name, and the globals that lead there.
const LIBRARIES = {
  addresses: ['URL', 'URLSearchParams'],
  encodings: ['TextEncoder', 'TextDecoder', 'atob', 'btoa'],
  formats: ['Intl'],
  values: ['structuredClone', 'crypto', 'performance'],
};
const LAZY = Object.fromEntries(
  Object.entries(LIBRARIES).flatMap(([library, names]) => names.map((name) => [name, library])),
);

const PAGE_BYTES = 65536;
const FIRST_PAGES = 256;
const MOST_OF_A_NAME = 100;
const MOST_OF_A_MESSAGE = 4_000;
const MOST_OF_A_STACK = 20_000;
// The functions of the files in `inside` are sent into the engine as text.
const PRELUDE = `(host, setup) => (${prelude})(host, setup, ${failures}, ${JSON.stringify(LAZY)})`;
const DEADLOCK = 'The code waits for something that never happens.';
const MEMORY_PAGES = Math.max(FIRST_PAGES, Math.floor(workerData.memoryBytes / PAGE_BYTES));

async function makeEngine() {
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MEMORY_PAGES });
  const variant = newVariant(engine.default ?? engine, { wasmModule: workerData.wasm, wasmMemory: memory });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(workerData.stackBytes);
  const context = runtime.newContext();
  return { memory, runtime, context, prepare: evaluated(context, PRELUDE, 'prelude.js') };
}

function evaluated(context, source, name) {
  return context.unwrapResult(context.evalCode(`(${source})`, name));
}

function conduct({ memory, runtime, context, prepare }, { port, code, setup, limits }, whenOver) {
  const meter = new Meter(limits);
  let bridge;
  let finished = false;
  let outstanding = 0;
  let calls = [];
  runtime.setInterruptHandler(() => finished);

  const report = (message) => {
    if (finished) return;
    finished = true;
    timers.clear();
    port.postMessage({ type: 'done', ...message });
    whenOver();
  };
  // With no memory left the engine can't always make its own error: null is thrown, or a promise never settles.
  const outOfMemory = (name, message) =>
    (name === 'DeadlockError' || message === 'Thrown: null') &&
    memory.buffer.byteLength > (MEMORY_PAGES * PAGE_BYTES) / 2;
  const errorOf = (name, message, stack) => ({
    name: name.slice(0, MOST_OF_A_NAME),
    message: message.slice(0, MOST_OF_A_MESSAGE),
    stack: stack.slice(0, MOST_OF_A_STACK),
  });
  const fail = (name, message, stack = '') =>
    outOfMemory(name, message)
      ? fail('MemoryError', 'out of memory')
      : report({ error: errorOf(name, message, stack) });
  const refused = (handle) => {
    const error = context.dump(handle);
    fail(String(error?.name ?? 'Error'), String(error?.message ?? error), String(error?.stack ?? ''));
  };
  const enter = (method, ...args) => {
    const entered = context.callMethod(bridge, method, args);
    for (const each of args) each.dispose();
    if (finished) return undefined;
    if (entered.error) return void refused(entered.error);
    return entered.value;
  };
  // Calls made in one turn leave together, and answers that come together are taken together. When nothing is under
  // way any more, the code inside says whether it is done.
  const turn = () => {
    do {
      const jobs = runtime.executePendingJobs();
      if (finished) return;
      if (jobs.error) return refused(jobs.error);
      if (calls.length) port.postMessage({ type: 'calls', calls });
      calls = [];
      if (outstanding > 0) return;
      const concluding = enter('rest');
      if (concluding === undefined) return;
      if (!context.dump(concluding)) return timers.pending ? undefined : fail('DeadlockError', DEADLOCK);
    } while (!finished);
  };
  const guarded = (work) => {
    try {
      if (!finished) work();
    } catch (error) {
      fail(error instanceof RangeError ? 'StackError' : 'EngineError', String(error));
    }
  };
  const timers = new Timers((id) =>
    guarded(() => {
      enter('fire', context.newNumber(id));
      if (!finished) turn();
    }),
  );

  const text = (handle) => (context.typeof(handle) === 'undefined' ? undefined : context.getString(handle));
  const bridgeFunctions = {
    send(id, target, json) {
      const sent = text(json);
      const problem = meter.call(sent);
      if (problem) return context.newString(problem);
      outstanding++;
      calls.push({ id: context.getNumber(id), target: text(target), json: sent });
      return context.undefined;
    },
    print(level, words) {
      const kept = meter.print(text(words));
      if (kept !== undefined) port.postMessage({ type: 'print', level: text(level), text: kept });
    },
    // `kind` is value, error, or unhandled: a value together with an error that nothing handled.
    finish(kind, value, settings, error) {
      const failure = kind && text(kind) !== 'value' ? JSON.parse(text(error)) : undefined;
      if (text(kind) === 'error') return fail(failure.name, failure.message, failure.stack);
      const written = text(value);
      if (written !== undefined && written.length > limits.resultCharacters)
        return fail('ResultError', 'the result is too large: return less of it');
      const { format, sanitize, late } = JSON.parse(text(settings));
      const unhandled = failure && {
        error: errorOf(failure.name, failure.message, failure.stack),
        others: failure.others,
      };
      report({ value: written, format: format.slice(0, MOST_OF_A_NAME), sanitize, late, ...unhandled });
    },
    timer(id, ms) {
      const problem = timers.set(context.getNumber(id), context.getNumber(ms));
      return problem ? context.newString(problem) : context.undefined;
    },
    clear: (id) => timers.remove(context.getNumber(id)),
    ask: (service, json) => context.newString(answer(text(service), text(json))),
    load(name) {
      const file = text(name);
      if (Object.hasOwn(LIBRARIES, file)) return evaluated(context, require(`../inside/${file}.cjs`), file);
      return context.undefined;
    },
  };
  const start = () => {
    const functions = context.newObject();
    for (const [name, run] of Object.entries(bridgeFunctions))
      context.newFunction(name, run).consume((handle) => context.setProp(functions, name, handle));
    const made = context.callFunction(prepare, context.undefined, functions, context.newString(setup));
    bridge = context.unwrapResult(made);
    const compiled = context.evalCode(code, 'code.js');
    if (compiled.error) return refused(compiled.error);
    enter('start', compiled.value);
    if (!finished) turn();
  };

  port.on('message', ({ count, json }) =>
    guarded(() => {
      outstanding -= count;
      enter('settle', context.newString(json));
      if (!finished) turn();
    }),
  );
  guarded(start);
}

// The next engine is made while the thread has nothing else to do.
let next = makeEngine();
parentPort.on('message', async (run) => {
  const made = await next;
  next = undefined;
  conduct(made, run, () =>
    setImmediate(() => {
      next = makeEngine();
      next.then(() => parentPort.postMessage('free'));
    }),
  );
});
