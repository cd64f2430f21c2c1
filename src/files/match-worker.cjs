'use strict';
// Finds the lines of texts that match a regular expression. In a thread of its own, because linear time is still long
// for a large pattern on a long line: `match-thread.ts` ends it at a deadline. Plain JavaScript, so that a thread can
// start it whether the rest is compiled, bundled or transformed by a test runner.
const { parentPort, workerData } = require('node:worker_threads');
const { RE2JS } = require('re2js');

let pattern;
try {
  pattern = RE2JS.compile(workerData.source, workerData.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  parentPort.postMessage({ ready: true });
} catch (error) {
  parentPort.postMessage({ invalid: error.message });
}

parentPort.on('message', (text) => {
  const hits = [];
  for (const [index, line] of text.split('\n').entries()) {
    const matcher = pattern.matcher(line);
    if (matcher.find()) hits.push(index, matcher.start());
  }
  parentPort.postMessage({ hits });
});
