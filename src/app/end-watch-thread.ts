/**
 * What runs in the thread of an `EndWatch`. It is text, so that it goes wherever the library is bundled to.
 *
 * Signals reach a thread of Node's only through the binding that the main thread uses itself, which `END_WATCH_FLAGS` let this
 * thread alone reach: newer versions no longer have it in `process.binding`. Where there is none, as in other runtimes, only ends that the main thread has noticed are watched. The inspector is the one way to run something
 * on a thread that is busy with JavaScript; it opens no port.
 */
export const END_WATCH_THREAD = `'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { write } = require('node:fs');
const { shared, key, name, graceMs, endMs, signals, hands, readsAhead, parent } = workerData;
const [LATEST, ANSWERED, LISTENS] = [0, 1, 2];
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
// What an end may take longer on a busy machine, and what is left for the last steps.
const MARGIN_MS = 1000;
const LAST_MS = 1000;
const LOOK_MS = 1000;
const SECOND_SIGNAL_MS = 250;
// An idle process is not woken; on a crowded machine a busy one gets only a little time.
const BUSY_SHARE = 0.02;

const names = [];
let why;
let timer;
let noticed = false;
let signalled = false;
let endedBy;
const handles = [];
let finishing = false;
let before = process.cpuUsage();
let asked = 1;

parentPort.postMessage(asked);
parentPort.on('message', (what) => (typeof what === 'string' ? names.push(what) : notice(what.signal)));
if (signals) listen();
Atomics.store(shared, LISTENS, 1);
Atomics.notify(shared, LISTENS);
if (readsAhead || parent !== undefined) setInterval(look, LOOK_MS);

function listen() {
  let Signal;
  try {
    ({ Signal } = require('internal/test/binding').internalBinding('signal_wrap'));
  } catch {
    return;
  }
  for (const [signal, number] of Object.entries(SIGNALS)) {
    const handle = new Signal();
    handle.onsignal = () => {
      if (signalled) setTimeout(finish, SECOND_SIGNAL_MS);
      signalled = true;
      if (hands) parentPort.postMessage(signal);
      endedBy ??= signal;
      begin(signal + ' came');
    };
    handle.start(number);
    handles.push(handle);
  }
}

function begin(reason) {
  if (why !== undefined) return;
  why = reason;
  timer = setTimeout(finish, graceMs + MARGIN_MS);
}

// The main thread has begun to end, and gets all the time that this may take.
function notice(signal) {
  if (noticed) return;
  noticed = true;
  signalled ||= signal !== undefined;
  endedBy ??= signal;
  why ??= signal === undefined ? 'The end was asked for' : signal + ' came';
  clearTimeout(timer);
  timer = setTimeout(finish, endMs + MARGIN_MS);
}

function look() {
  if (why !== undefined) return;
  if (parent !== undefined && process.ppid !== parent) return begin('The process that started it is gone');
  if (!readsAhead) return;
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  if (Atomics.load(shared, ANSWERED) !== asked)
    onMain('readAhead', (ended) => ended === true && begin('The client closed stdin'));
  else if (user + system > BUSY_SHARE * LOOK_MS * 1000) parentPort.postMessage(++asked);
}

function finish() {
  if (finishing) return;
  finishing = true;
  setTimeout(() => say('', kill), LAST_MS / 2);
  setTimeout(kill, LAST_MS);
  onMain('place', (place) => say(place ? ' (' + place + ')' : '', () => onMain('finish', kill)));
}

// Where this thread alone listens, the process can die of the signal itself, so that whoever started it learns of which.
function kill() {
  if (!hands || endedBy === undefined) return process.kill(process.pid, 'SIGKILL');
  for (const handle of handles.splice(0)) handle.close();
  process.kill(process.pid, endedBy);
  // An author's code may listen to it too.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_MS / 2);
}

let said = false;
function say(place, then) {
  if (said) return then();
  said = true;
  const latest = names[Atomics.load(shared, LATEST)];
  const what = noticed ? 'the thread was not given back' : (latest ?? 'something') + ' did not give the thread back';
  const seconds = (noticed ? endMs : graceMs) / 1000;
  const text = why + ', and ' + what + place + ' within ' + seconds + ' s; the process is killed';
  // Not written synchronously: nobody may read stderr.
  write(2, name + ': ' + text + '\\n', then);
}

// Stays unanswered while the main thread waits for the system instead of running JavaScript. An end with a session that is still
// connected would say that it waits for a debugger.
function onMain(what, then) {
  try {
    const { Session } = require('node:inspector');
    const session = new Session();
    session.connectToMainThread();
    const expression = 'globalThis[Symbol.for(' + JSON.stringify(key) + ')].' + what + '()';
    session.post('Runtime.evaluate', { expression, returnByValue: true }, (error, answer) => {
      session.disconnect();
      then(answer?.result?.value);
    });
  } catch {
    then();
  }
}
`;

/** The options of Node that the thread needs, and that the process doesn't get. */
export const END_WATCH_FLAGS = ['--expose-internals', '--no-warnings'];
