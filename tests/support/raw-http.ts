// Requests that no client library sends: partial bodies, many at a time, from any loopback address.
import { once } from 'node:events';
import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The error code of a refusal on any surface. */
  code: string | undefined;
  /** Milliseconds from the request to the end of its response. */
  ms: number;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The local address that the request is sent from. */
  from?: string;
  agent?: Agent;
}

/** Sends one request. @throws Error when the connection breaks */
export function send(url: string, path: string, ask: RawRequest = {}): Promise<RawAnswer> {
  const { method = ask.body === undefined ? 'GET' : 'POST', headers = {}, body, from, agent } = ask;
  const started = performance.now();
  return new Promise((done, failed) => {
    const options = {
      method,
      agent: agent ?? false,
      localAddress: from,
      headers: {
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
        ...headers,
      },
    };
    const request = httpRequest(`${url}${path}`, options, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('error', failed);
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        done({ status, headers: answered, text, code: codeOf(text), ms: performance.now() - started });
      });
    });
    request.on('error', failed);
    request.end(body);
  });
}

function codeOf(text: string): string | undefined {
  return /"code":"([A-Z_]+)"/.exec(text)?.[1];
}

export interface RawConnection {
  socket: Socket;
  /** Returns what the service has sent so far. */
  received(): string;
  /** Resolves when the service has closed the connection. */
  closed: Promise<void>;
}

/** Opens a connection for the test to write to; the service may close it at any time. */
export async function open(url: string, from = '127.0.0.1'): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  await once(socket, 'connect');
  return { socket, received: () => text, closed };
}

/** Returns the head of a request with a body of this many bytes. */
export function headOf(path: string, headers: Record<string, string>, bytes: number): string {
  const lines = Object.entries({
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': bytes,
    ...headers,
  });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
