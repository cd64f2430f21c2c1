// The client that all HTTP servers are measured with: keep-alive connections with one request at a time each, and answers that are
// told apart by their length alone.
import { connect } from 'node:net';

const END = '\r\n\r\n';

/** One connection. */
export class HttpLane {
  #text = '';
  #waiting;

  constructor(port) {
    this.port = port;
    this.socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    this.socket.on('data', (chunk) => this.#read(chunk));
    this.socket.on('error', (error) => this.#waiting?.reject(error));
    this.socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')));
  }

  /** Sends one message; resolves with the head and the body of the answer, unparsed. */
  send(message, headers) {
    const body = JSON.stringify(message);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.socket.write(
        `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\nContent-Type: application/json\r\n` +
          `Accept: application/json, text/event-stream\r\n${lines.join('')}` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  }

  close() {
    this.#waiting = undefined;
    this.socket.destroy();
  }

  #read(chunk) {
    this.#text += chunk;
    const at = this.#text.indexOf(END);
    if (at < 0) return;
    const head = this.#text.slice(0, at);
    const body = this.#text.slice(at + END.length);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    const chunked = length === undefined && /transfer-encoding: chunked/i.test(head);
    if (chunked ? !body.endsWith(`0${END}`) : body.length < Number(length ?? 0)) return;
    this.#text = '';
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    resolve({ status: Number(head.slice(9, 12)), head, body });
  }
}
