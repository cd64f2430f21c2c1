// Loaded into the server by soak.mjs and load.mjs: says every second how it is, as one line of JSON in the file it is given; with SOAK_COLLECT after
// its garbage was collected, so that only what is held counts.
const { appendFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

// Threads of the server load it too.
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  if (process.env.SOAK_COLLECT) setFlagsFromString('--expose-gc');
  const collect = process.env.SOAK_COLLECT ? runInNewContext('gc') : () => undefined;
  setInterval(() => {
    collect();
    const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
    const resources = process.getActiveResourcesInfo();
    const facts = { rss, heapUsed, heapTotal, external, arrayBuffers };
    const line = {
      ...facts,
      resources: resources.length,
      delayMs: delay.max / 1e6,
      p99Ms: delay.percentile(99) / 1e6,
    };
    appendFileSync(process.env.SOAK_FILE, `${JSON.stringify(line)}\n`);
    delay.reset();
  }, 1_000).unref();
}
