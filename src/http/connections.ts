// Limits on HTTP connections: timeouts, pipelined requests, and the answer to invalid HTTP.
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { ErrorCode } from '../error-codes.ts';
import { ServiceError } from '../errors.ts';
import { failure } from '../operations/envelope.ts';

/** Time within which the headers of a request must arrive. */
const HEADERS_MS = 20_000;
/** Time within which a whole request must arrive, including a file; other bodies have less (request-body.ts). */
const REQUEST_MS = 1_800_000;
const CHECK_EVERY_MS = 2_000;
/** Time after which an idle connection is closed, such as one that does not read its response. */
const IDLE_MS = 120_000;
/** The most requests that a client may send before it has read the first response. */
const MAX_PIPELINED = 32;

const pipelined = new WeakMap<Socket, number>();

/** Settings of the HTTP server for connections that are slow or send invalid HTTP. */
export const CONNECTION_OPTIONS = {
  requestTimeout: REQUEST_MS,
  connectionTimeout: IDLE_MS,
  http: { connectionsCheckingInterval: CHECK_EVERY_MS, headersTimeout: HEADERS_MS },
  clientErrorHandler: refuseConnection,
} satisfies FastifyHttpOptions<Server>;

/**
 * Waits until the earlier requests of the same connection are answered and sent, so that a connection holds at most one
 * response in memory, whether its client reads or not.
 * @returns whether this request may run; false if the connection is closed, as it is after too many pipelined requests
 */
export async function awaitTurn(
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<boolean> {
  const count = (pipelined.get(socket) ?? 0) + 1;
  pipelined.set(socket, count);
  if (count > MAX_PIPELINED) socket.destroy();
  if (socket.destroyed) return false;
  // Node assigns the socket to a response when it is the next one to be written.
  await new Promise((resolve) => raw.once('socket', resolve));
  pipelined.set(socket, pipelined.get(socket)! - 1);
  return true;
}

/** Answers invalid HTTP with our error body, and closes the connection. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code: ErrorCode =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'REQUEST_TIMEOUT'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'HEADERS_TOO_LARGE'
        : 'MALFORMED_REQUEST';
  const requestId = uuid();
  const message = code === 'MALFORMED_REQUEST' ? 'This is not a valid HTTP request.' : undefined;
  const { status, body } = failure(new ServiceError(code, message), requestId);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroySoon();
}
