'use strict';
// The program of an engine thread. Each run finds the engine as it was made, over a bounded memory of its own; the thread
// lives on, and the host ends it when a run does not end by itself. Plain JavaScript, so that a thread can start it
// whether the rest is compiled, bundled or transformed by a test runner. `conversation.ts` is the other end of its messages.
const { randomInt } = require('node:crypto');
const { parentPort, workerData } = require('node:worker_threads');
const failures = require('../inside/failures.cjs');
const prelude = require('../inside/prelude.cjs');
const { Engine, PAGE_BYTES } = require('./engine.cjs');
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

const MOST_OF_A_NAME = 100;
const MOST_OF_A_MESSAGE = 4_000;
const MOST_OF_A_STACK = 20_000;
// The functions of the files in `inside` are sent into the engine as text.
const PRELUDE = `(host, setup, seed) => (${prelude})(host, setup, seed, ${failures}, ${JSON.stringify(LAZY)})`;
const DEADLOCK = 'The code waits for something that never happens.';
const HOST_FUNCTIONS = ['send', 'print', 'finish', 'timer', 'clear', 'ask', 'load'];

// The run that the engine's host functions belong to.
let current;

function makeEngine() {
  return Engine.make({
    wasm: workerData.wasm,
    mostPages: Math.floor(workerData.memoryBytes / PAGE_BYTES),
    stackBytes: workerData.stackBytes,
    source: PRELUDE,
    functions: Object.fromEntries(
      HOST_FUNCTIONS.map((name) => [name, (...args) => current?.functions[name](...args)]),
    ),
    interrupts: () => current?.isOver() === true,
  });
}

function evaluated(context, source, name) {
  return context.unwrapResult(context.evalCode(`(${source})`, name));
}

function conduct({ memory, runtime, context, host, prepare }, { port, code, setup, limits }, whenOver) {
  const meter = new Meter(limits);
  let bridge;
  let finished = false;
  let outstanding = 0;
  let calls = [];

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
    memory.buffer.byteLength > workerData.memoryBytes / 2;
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
  const functions = {
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
    const seed = context.newNumber(randomInt(1, 2 ** 32));
    bridge = context.unwrapResult(
      context.callFunction(prepare, context.undefined, host, context.newString(setup), seed),
    );
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
  current = { functions, isOver: () => finished };
  guarded(start);
}

// The engine is made ready for the next run while the thread has nothing else to do.
let next = makeEngine();
parentPort.on('message', async (run) => {
  const engine = await next;
  conduct(engine, run, () =>
    setImmediate(() => {
      current = undefined;
      if (!engine.restore()) next = makeEngine();
      next.then(() => parentPort.postMessage('free'));
    }),
  );
});
