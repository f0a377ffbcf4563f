// What a connection may do below the level of requests: how long it takes, how many requests it sends ahead.
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { type ErrorCode, ServiceError } from '../errors.ts';
import { failure } from '../operations/envelope.ts';

/** A request, body included, must have arrived by then. */
const REQUEST_MS = 20_000;
const CHECK_EVERY_MS = 2_000;
/** A connection on which nothing moves, such as one that does not read its answer. */
const IDLE_MS = 120_000;
/** Requests that a client sends before it has read the answer to the first one. */
const MAX_PIPELINED = 32;

const pipelined = new WeakMap<Socket, number>();

/** The settings of the HTTP server for connections that are slow, or send what is no HTTP. */
export const CONNECTION_OPTIONS = {
  requestTimeout: REQUEST_MS,
  connectionTimeout: IDLE_MS,
  http: { connectionsCheckingInterval: CHECK_EVERY_MS, headersTimeout: REQUEST_MS },
  clientErrorHandler: refuseConnection,
} satisfies FastifyHttpOptions<Server>;

/**
 * Waits until the requests that came before on the same connection are answered, and their answers on their way: so a
 * connection holds one answer at most, whether its client reads or not.
 * @returns whether it is this request's turn; a connection that sends too many ahead is cut
 */
export async function awaitTurn(
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<boolean> {
  const lookahead = (pipelined.get(socket) ?? 0) + 1;
  pipelined.set(socket, lookahead);
  if (lookahead > MAX_PIPELINED) socket.destroy();
  if (socket.destroyed) return false;
  // The server gives the connection to a response when it is the next one to be written.
  await new Promise((turn) => raw.once('socket', turn));
  pipelined.set(socket, pipelined.get(socket)! - 1);
  return true;
}

/** Answers what never became a request, in the form of every refusal, and closes the connection. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code: ErrorCode =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'REQUEST_TIMEOUT'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'HEADERS_TOO_LARGE'
        : 'MALFORMED_REQUEST';
  const requestId = uuid();
  const message = code === 'MALFORMED_REQUEST' ? 'This is no valid HTTP request.' : undefined;
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
