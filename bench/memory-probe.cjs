// Loaded into a process by settled-memory.mjs: on SIGUSR2 it collects its garbage and adds a line of JSON about its memory to the file
// MEMORY_FILE; with MEMORY_SNAPSHOTS it also writes a heap snapshot beside it. MEMORY_LEAK makes it leak on purpose, for every HTTP
// request: `heap` an object, `buffers` bytes outside the heap, `handles` an open file for every hundredth.
const { appendFileSync, openSync, readdirSync } = require('node:fs');
const { Server } = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { getHeapSpaceStatistics, setFlagsFromString, writeHeapSnapshot } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

// Threads of the process load it too.
if (isMainThread && process.env.MEMORY_FILE) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const file = `${process.env.MEMORY_FILE}.${process.pid}`;
  let number = 0;
  process.on('SIGUSR2', () => void point());
  if (process.env.MEMORY_LEAK) leak(process.env.MEMORY_LEAK);

  async function point() {
    // What finalizers let go of in one turn is garbage in the next.
    for (let turn = 0; turn < 4; turn++) {
      collect();
      await sleep(50);
    }
    number++;
    const facts = { ...process.memoryUsage(), handles: readdirSync('/proc/self/fd').length };
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
    const resources = process.getActiveResourcesInfo().length;
    if (process.env.MEMORY_SNAPSHOTS) writeHeapSnapshot(`${file}.${number}.heapsnapshot`);
    appendFileSync(file, `${JSON.stringify({ ...facts, young, resources })}\n`);
  }

  function leak(kind) {
    const kept = [];
    let seen = 0;
    const forget = {
      heap: () => kept.push({ number: seen }),
      buffers: () => kept.push(new Uint8Array(200)),
      handles: () => seen % 100 === 0 && openSync('/dev/null'),
    }[kind];
    const emit = Server.prototype.emit;
    Server.prototype.emit = function (name, ...parts) {
      if (name === 'request') {
        seen++;
        forget();
      }
      return emit.call(this, name, ...parts);
    };
  }
}
