'use strict';
// The program of a sandbox worker: for each run it makes one QuickJS engine over a bounded memory of its own, and
// drops it afterwards. Plain JavaScript, so that a thread can start it whether the rest is compiled, bundled or
// transformed by a test runner. `conversation.ts` is the other end of its messages.
const { parentPort, workerData } = require('node:worker_threads');
const { newQuickJSWASMModuleFromVariant, newVariant } = require('quickjs-emscripten-core');
const engine = require('@jitl/quickjs-wasmfile-release-sync');
const prelude = require('./sandbox-prelude.cjs');

const PAGE_BYTES = 65536;
const FIRST_PAGES = 256;
const MOST_OF_A_NAME = 100;
const MOST_OF_A_MESSAGE = 4_000;
const MOST_OF_A_STACK = 20_000;
const MEMORY_PAGES = Math.max(FIRST_PAGES, Math.floor(workerData.memoryBytes / PAGE_BYTES));

async function makeEngine() {
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MEMORY_PAGES });
  const variant = newVariant(engine.default ?? engine, { wasmModule: workerData.wasm, wasmMemory: memory });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(workerData.stackBytes);
  return { memory, runtime, context: runtime.newContext() };
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

function conduct({ memory, runtime, context }, { port, code, setup, limits }) {
  const meters = meter(limits);
  let bridge;
  let finished = false;
  let outstanding = 0;
  let calls = [];
  runtime.setInterruptHandler(() => finished);

  const report = (message) => {
    if (finished) return;
    finished = true;
    port.postMessage({ type: 'done', ...message });
  };
  // With no memory left the engine can't always make its own error: null is thrown, or a promise never settles.
  const outOfMemory = (name, message) =>
    (name === 'DeadlockError' || message === 'Thrown: null') &&
    memory.buffer.byteLength > (MEMORY_PAGES * PAGE_BYTES) / 2;
  const fail = (name, message, stack = '') => {
    if (outOfMemory(name, message)) return fail('MemoryError', 'out of memory');
    const error = {
      name: name.slice(0, MOST_OF_A_NAME),
      message: message.slice(0, MOST_OF_A_MESSAGE),
      stack: stack.slice(0, MOST_OF_A_STACK),
    };
    report({ error });
  };
  // Calls made in one turn leave together, and answers that come together are taken together.
  const turn = () => {
    const jobs = runtime.executePendingJobs();
    if (finished) return;
    if (jobs.error) return refused(jobs.error);
    if (calls.length) port.postMessage({ type: 'calls', calls });
    calls = [];
    if (outstanding === 0) fail('DeadlockError', 'The code waits for something that never happens.');
  };
  const refused = (handle) => {
    const error = context.dump(handle);
    fail(String(error?.name ?? 'Error'), String(error?.message ?? error), String(error?.stack ?? ''));
  };

  const text = (handle) => (context.typeof(handle) === 'undefined' ? undefined : context.getString(handle));
  const bridgeFunctions = {
    send(id, target, json) {
      const sent = text(json);
      const problem = meters.call(sent);
      if (problem) return context.newString(problem);
      outstanding++;
      calls.push({ id: context.getNumber(id), target: text(target), json: sent });
      return context.undefined;
    },
    print(level, words) {
      const kept = meters.print(text(words));
      if (kept !== undefined) port.postMessage({ type: 'print', level: text(level), text: kept });
    },
    finish(kind, first, second, third) {
      if (text(kind) === 'error') return fail(text(first), text(second), text(third));
      const value = text(first);
      if (value !== undefined && value.length > limits.resultCharacters)
        return fail('ResultError', 'the result is too large: return less of it');
      const sanitize = context.typeof(third) === 'undefined' ? undefined : Boolean(context.dump(third));
      report({ value, format: text(second).slice(0, MOST_OF_A_NAME), sanitize });
    },
  };
  const start = () => {
    const prepare = context.unwrapResult(context.evalCode(`(${prelude})`, 'prelude.js'));
    const functions = Object.entries(bridgeFunctions).map(([name, run]) => context.newFunction(name, run));
    const made = context.callFunction(prepare, context.undefined, ...functions, context.newString(setup));
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
    if (finished) return;
    if (settled.error) return refused(settled.error);
    turn();
  };
  const guarded = (work) => {
    try {
      if (!finished) work();
    } catch (error) {
      fail(error instanceof RangeError ? 'StackError' : 'EngineError', String(error));
    }
  };

  port.on('message', (message) => guarded(() => settle(message)));
  guarded(start);
}

const ready = makeEngine();
parentPort.on('message', async (run) => conduct(await ready, run));
