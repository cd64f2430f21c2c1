import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port';
import { temporaryDirectory } from './temporary-directory';

/** A Redis of a test's own, on loopback and with a directory that is removed; it keeps what it confirmed when it is killed. */
export class TestRedis {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly more: readonly string[],
  ) {}

  /** Starts one, with more options if they are given, such as `--requirepass`. */
  static async start(...more: string[]): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), temporaryDirectory('tw-redis'), more);
    await redis.begin();
    return redis;
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it again on the same port, with what it had. */
  async begin(): Promise<void> {
    const fixed = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--loglevel', 'warning'];
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.directory];
    this.child = spawn('redis-server', [...place, ...fixed, ...this.more], { stdio: 'ignore' });
    for (;;) {
      if (await takesConnections(this.port)) return;
      if (this.child.exitCode !== null) throw new Error(`redis-server ended with ${this.child.exitCode}`);
      await delay(20);
    }
  }

  /** Ends it with SIGKILL, as a crash would. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Stops it from answering, without ending its connections, or lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(name);
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
