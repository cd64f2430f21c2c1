import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a port of loopback that can be slow, and can be cut. */
export class SlowNetwork {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private readonly to: number,
    private readonly delayMs: () => number,
  ) {
    server.on('connection', (socket) => this.lead(socket));
  }

  static async open(to: number, delayMs: () => number = () => 0): Promise<SlowNetwork> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlowNetwork(server, to, delayMs);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends every connection, and lets no new one through. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private lead(socket: Socket): void {
    if (this.isCut) return void socket.destroy();
    const other = connect(this.to, '127.0.0.1');
    this.pass(socket, other);
    this.pass(other, socket);
  }

  // Bytes stay in order however long each part takes.
  private pass(from: Socket, to: Socket): void {
    this.sockets.add(from);
    let last = Promise.resolve();
    from.on('data', (bytes) => {
      const due = Date.now() + this.delayMs();
      last = last.then(async () => {
        const left = due - Date.now();
        if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
        if (!to.destroyed) to.write(bytes);
      });
    });
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    from.on('error', () => undefined);
  }
}
