// Request bodies: the memory budget for all of them, their reading, and limits on the shape of their JSON.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, invalid, ServiceError } from '../errors.ts';
import { overloaded } from './admission-queue.ts';

const MIB = 1_048_576;

/** The limits of platform.md §1 step 3, and of all bodies in the process together. */
export const BODY_LIMITS = {
  bytes: MIB,
  depth: 32,
  members: 20_000,
  /** Bytes of all bodies being read or processed, in the whole process. */
  inFlight: 16 * MIB,
  inFlightAnonymous: 4 * MIB,
  inFlightPerAddress: 4 * MIB,
};

/** The share of the budget that one request's body holds. */
export interface BodyLease {
  /** @throws OVERLOADED when the budget, or the part for the address, is used up */
  take(bytes: number): void;
  release(): void;
}

/** Counts the bytes of all bodies in flight. */
export class BodyBudget {
  #held = 0;
  #heldAnonymous = 0;
  readonly #byAddress = new Map<string, number>();

  /** Opens a lease. @param isAnonymous whether the caller has no credentials; such callers share a smaller part */
  open(address: string, isAnonymous: boolean): BodyLease {
    let held = 0;
    const add = (bytes: number): void => {
      held += bytes;
      this.#held += bytes;
      if (isAnonymous) this.#heldAnonymous += bytes;
      const addressBytes = (this.#byAddress.get(address) ?? 0) + bytes;
      if (addressBytes) this.#byAddress.set(address, addressBytes);
      else this.#byAddress.delete(address);
    };
    return {
      take: (bytes) => {
        if ((this.#byAddress.get(address) ?? 0) + bytes > BODY_LIMITS.inFlightPerAddress)
          throw overloaded('bodies_of_address');
        const isFull =
          this.#held + bytes > BODY_LIMITS.inFlight ||
          (isAnonymous && this.#heldAnonymous + bytes > BODY_LIMITS.inFlightAnonymous);
        if (isFull) throw overloaded('bodies_in_flight');
        add(bytes);
      },
      release: () => add(-held),
    };
  }
}

/** Checks the declared length before the body is read. @throws PAYLOAD_TOO_LARGE */
export function assertBodyLength(request: FastifyRequest): void {
  if (Number(request.headers['content-length']) > BODY_LIMITS.bytes) fail('PAYLOAD_TOO_LARGE');
}

/** Functions that give a request its lease before the body is read, and its slot before it is parsed. */
export interface BodyHooks {
  leaseOf(request: FastifyRequest): BodyLease;
  /** @throws OVERLOADED */
  slotFor(request: FastifyRequest): Promise<void>;
}

/** The longest time spent on discarding the rest of a refused body. */
const DISCARD_MS = 1_000;

/**
 * Discards the rest of a refused body before the response is sent: a client that is still sending when the connection
 * closes would not read the response.
 */
export function discardBody(payload: IncomingMessage, done: () => void): void {
  const timer = setTimeout(finish, DISCARD_MS);
  function finish(): void {
    clearTimeout(timer);
    payload.off('end', finish).off('close', finish);
    done();
  }
  payload.once('end', finish).once('close', finish).resume();
}

/** Time within which a body that is held in memory must arrive. */
const BODY_MS = 20_000;

/**
 * Installs the parsers that read JSON bodies within the budget, and forms where a route takes one; other types are refused.
 * Routes opened by a link get the error of a body that is no JSON, because what the link opens comes before it.
 */
export function readJsonBodies(app: FastifyInstance, { leaseOf, slotFor }: BodyHooks): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const read = async (): Promise<string> => {
      const text = await readText(payload, leaseOf(request));
      // The slot is taken after the body is read, so that a client that sends slowly does not block others.
      await slotFor(request);
      if (!request.routeOptions.config.rawBody) assertShape(text);
      return text;
    };
    // Signatures are made over the bytes, so ingress routes parse the body themselves.
    const { rawBody, entry } = request.routeOptions.config;
    const parsed = (error: Error | null, body?: unknown) => {
      if (error && entry?.link) done(null, error);
      else done(error, body);
    };
    read().then((text) => (rawBody ? done(null, text) : parse(request, text, parsed)), done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      if (!request.routeOptions.config.takesForm) fail('UNSUPPORTED_MEDIA_TYPE');
      await readText(payload, leaseOf(request));
      await slotFor(request);
    },
  );
}

/** Reads a body as text. @throws PAYLOAD_TOO_LARGE, OVERLOADED; MALFORMED_REQUEST if it is incomplete */
function readText(payload: IncomingMessage, lease: BodyLease): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const read = (chunk: Buffer): void => {
      length += chunk.length;
      try {
        if (length > BODY_LIMITS.bytes) fail('PAYLOAD_TOO_LARGE');
        lease.take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        payload.off('data', read);
        chunks.length = 0;
        reject(error);
      }
    };
    const timer = setTimeout(() => {
      payload.off('data', read);
      reject(new ServiceError('REQUEST_TIMEOUT', undefined, { headers: { connection: 'close' } }));
    }, BODY_MS);
    payload.once('close', () => clearTimeout(timer));
    payload.on('data', read);
    payload.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks, length).toString('utf8'));
    });
    payload.once('error', () => reject(new ServiceError('MALFORMED_REQUEST', 'The body is incomplete.')));
  });
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * Checks the nesting depth and the number of members of JSON before it is parsed.
 * @throws VALIDATION_ERROR max_depth, max_members
 */
function assertShape(text: string): void {
  let depth = 0;
  let members = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === COMMA) members += 1;
    else if (code === OPENING[0] || code === OPENING[1]) {
      members += 1;
      depth += 1;
      if (depth > BODY_LIMITS.depth)
        throw invalid('', 'max_depth', `The body may be nested at most ${BODY_LIMITS.depth} levels deep.`);
    } else if (code === CLOSING[0] || code === CLOSING[1]) depth -= 1;
  }
  if (members > BODY_LIMITS.members)
    throw invalid(
      '',
      'max_members',
      `The body has about ${members} members and items; send at most ${BODY_LIMITS.members} in one request.`,
    );
}

/** Returns the index of the quote that ends the string beginning at a quote, or the text's length. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
