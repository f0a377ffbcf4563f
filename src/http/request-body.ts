// Request bodies: how much of them the process holds at a time, how they are read, and what their JSON may be like.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, invalid, ServiceError } from '../errors.ts';
import { overloaded } from './admission-queue.ts';

const MIB = 1_048_576;

/** platform.md §1 step 3, and what all bodies together may take of the process. */
export const BODY_LIMITS = {
  bytes: MIB,
  depth: 32,
  members: 20_000,
  /** Bytes of bodies that are read or worked on, in the whole process. */
  inFlight: 16 * MIB,
  inFlightAnonymous: 4 * MIB,
  inFlightPerAddress: 4 * MIB,
};

/** What the body of one request holds of the budget. */
export interface BodyLease {
  /** @throws OVERLOADED when the budget, or the share of the address, is used up */
  take(bytes: number): void;
  release(): void;
}

/** Counts the bytes of all bodies in flight. */
export class BodyBudget {
  #held = 0;
  #heldAnonymous = 0;
  readonly #byAddress = new Map<string, number>();

  /** @param isAnonymous without credentials: such callers share a smaller part */
  open(address: string, isAnonymous: boolean): BodyLease {
    let held = 0;
    const add = (bytes: number): void => {
      held += bytes;
      this.#held += bytes;
      if (isAnonymous) this.#heldAnonymous += bytes;
      const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
      if (ofAddress) this.#byAddress.set(address, ofAddress);
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

/** Refuses by its declared length, before anything of it is read. @throws PAYLOAD_TOO_LARGE */
export function assertBodyLength(request: FastifyRequest): void {
  if (Number(request.headers['content-length']) > BODY_LIMITS.bytes) fail('PAYLOAD_TOO_LARGE');
}

/** What a request has to get before its body is read, and before it is parsed. */
export interface BodySteps {
  leaseOf(request: FastifyRequest): BodyLease;
  /** @throws OVERLOADED */
  slotFor(request: FastifyRequest): Promise<void>;
}

/** How long the rest of a body that nobody wants may take to flow by. */
const LINGER_MS = 1_000;

/**
 * Lets the rest of a refused body flow by unread before the answer is sent: whoever still writes while the connection is
 * closed never gets to read why.
 */
export function discardBody(payload: IncomingMessage, done: () => void): void {
  const timer = setTimeout(finish, LINGER_MS);
  function finish(): void {
    clearTimeout(timer);
    payload.off('end', finish).off('close', finish);
    done();
  }
  payload.once('end', finish).once('close', finish).resume();
}

/** Has JSON bodies read within the budget, and every other media type refused. */
export function readJsonBodies(app: FastifyInstance, { leaseOf, slotFor }: BodySteps): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const read = async (): Promise<string> => {
      const text = await readText(payload, leaseOf(request));
      // Behind the reading: a client that sends slowly keeps nobody else from running.
      await slotFor(request);
      assertShape(text);
      return text;
    };
    read().then((text) => parse(request, text, done), done);
  });
}

/** @throws PAYLOAD_TOO_LARGE, OVERLOADED; MALFORMED_REQUEST for one that breaks off */
function readText(payload: IncomingMessage, lease: BodyLease): Promise<string> {
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const read = (chunk: Buffer): void => {
      length += chunk.length;
      try {
        if (length > BODY_LIMITS.bytes) fail('PAYLOAD_TOO_LARGE');
        lease.take(chunk.length);
        chunks.push(chunk);
      } catch (refusal) {
        payload.off('data', read);
        chunks.length = 0;
        failed(refusal);
      }
    };
    payload.on('data', read);
    payload.once('end', () => done(Buffer.concat(chunks, length).toString('utf8')));
    payload.once('error', () => failed(new ServiceError('MALFORMED_REQUEST', 'The body broke off.')));
  });
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * Looks at how deep the JSON nests and how many members it has, before objects are made of it.
 * @throws VALIDATION_ERROR max_depth, max_members
 */
function assertShape(text: string): void {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) members += 1;
    else if (code === OPENING[0] || code === OPENING[1]) {
      members += 1;
      depth += 1;
      if (depth > BODY_LIMITS.depth)
        throw invalid('', 'max_depth', `The body may nest at most ${BODY_LIMITS.depth} levels deep.`);
    } else if (code === CLOSING[0] || code === CLOSING[1]) depth -= 1;
  }
  if (members > BODY_LIMITS.members)
    throw invalid(
      '',
      'max_members',
      `The body has about ${members} members and items; send at most ${BODY_LIMITS.members} in one request.`,
    );
}

/** Where the string that begins at a quote ends. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
