// The client that all servers are measured with: newline-delimited JSON-RPC on a child's stdio, nothing else.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const ID = /"id":(\d+)[,}]/;

export class RawClient {
  #parts = [];
  #waiting = new Map();
  #nextId = 0;

  constructor(args, env, cwd) {
    this.child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], env, cwd });
    this.closed = new Promise((resolve) => this.child.once('close', resolve));
    this.child.once('close', () => this.#failAll());
    this.child.stdin.on('error', () => {});
    this.child.stdout.setEncoding('utf8').on('data', (chunk) => this.#read(chunk));
  }

  /** Sends one request; resolves with the line of its reply, unparsed. */
  request(method, params) {
    const id = ++this.#nextId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.child.stdin.write(
        `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}\n`,
      );
    });
  }

  notify(method) {
    this.child.stdin.write(`{"jsonrpc":"2.0","method":"${method}"}\n`);
  }

  async initialize() {
    const reply = await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1.0.0' },
    });
    this.notify('notifications/initialized');
    return reply;
  }

  /** Lists all tools, page by page; returns them and the time spent waiting. */
  async listAll() {
    const tools = [];
    let waitedMs = 0;
    let cursor;
    do {
      const began = performance.now();
      const line = await this.request('tools/list', cursor === undefined ? {} : { cursor });
      waitedMs += performance.now() - began;
      const { result } = JSON.parse(line);
      for (const tool of result.tools) tools.push(tool);
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    return { tools, waitedMs };
  }

  /** CPU time of the whole process so far, in ms; from nanosecond counters on Linux. */
  cpuMs() {
    let total = 0;
    for (const task of readdirSync(`/proc/${this.child.pid}/task`)) {
      try {
        total += Number(readFileSync(`/proc/${this.child.pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
      } catch {
        // a thread that has just ended
      }
    }
    return total / 1e6;
  }

  /** Current and peak memory, in MiB. */
  memory() {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    const mib = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? NaN) / 1024;
    return { now: mib('VmRSS'), peak: mib('VmHWM') };
  }

  async close() {
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 1000);
    await this.closed;
    clearTimeout(timer);
  }

  // Replies are identified by the id at one end of the line, so that parsing is not measured.
  #read(chunk) {
    if (!chunk.includes('\n')) return void this.#parts.push(chunk);
    const lines = chunk.split('\n');
    lines[0] = this.#parts.join('') + lines[0];
    this.#parts = [lines.pop()];
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      const id = Number((ID.exec(line.slice(0, 60)) ?? ID.exec(line.slice(-60)))?.[1]);
      const waiting = this.#waiting.get(id);
      if (!waiting) continue;
      this.#waiting.delete(id);
      waiting.resolve(line);
    }
  }

  #failAll() {
    for (const { reject } of this.#waiting.values()) reject(new Error('the server ended'));
    this.#waiting.clear();
  }
}
