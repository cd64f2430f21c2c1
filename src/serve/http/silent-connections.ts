import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Follows the connections of a server and returns a function that ends those on which nothing has arrived yet. Node's own
 * `closeIdleConnections` passes over them, and browsers and load balancers open connections before they need them.
 */
export function followSilentConnections(server: Server): () => void {
  const open = new Set<Socket>();
  const follow = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  server.on('connection', follow);
  // Over TLS these count what was decrypted, so a connection that has only shaken hands is silent too.
  server.on('secureConnection', follow);
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
