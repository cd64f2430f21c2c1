// Loaded into the server by soak.mjs: says every second how it is, as one line of JSON in the file it is given.
const { appendFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

// Threads of the server load it too.
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  setInterval(() => {
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
