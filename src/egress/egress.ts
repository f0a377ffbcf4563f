// The only way out: requests to URLs that people gave us, by connections that lead where they were checked to lead.
import { lookup as resolve } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { ServiceError } from '../errors.ts';
import { type EgressRule, isAllowedAddress, mendOf, urlFault } from './rules.ts';

const CONNECT_MS = 5_000;
/** What is read of an answer at most; more is an error. */
const ANSWER_BYTES = 1_048_576;

/** A name led to an address that is not public; found when the connection was made. */
export class EgressBlocked extends Error {
  readonly rule: EgressRule = 'address';
}

interface Client {
  undici: typeof import('undici');
  dispatcher: Dispatcher;
}

/** Outbound requests of one process. */
export class Egress {
  readonly #allowLoopback: boolean;
  #client: Promise<Client> | undefined;

  constructor(allowLoopback: boolean) {
    this.#allowLoopback = allowLoopback;
  }

  /**
   * Refuses a URL that may not be called, its addresses included; for when it is written down.
   * @throws URL_NOT_ALLOWED with `details.rule`
   */
  async assertAllowed(url: string): Promise<void> {
    const fault = urlFault(url, this.#allowLoopback) ?? (await this.#addressFault(new URL(url).hostname));
    if (fault) throw new ServiceError('URL_NOT_ALLOWED', mendOf(fault), { details: { rule: fault } });
  }

  /**
   * A request whose redirects are not followed, by a connection of its own.
   * @throws EgressBlocked, URL_NOT_ALLOWED, and what undici throws of the network
   */
  async request(
    url: string,
    options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>,
  ): Promise<Dispatcher.ResponseData> {
    this.#check(url);
    // Another request may come after the name was pointed elsewhere: each is checked by its own connection.
    const { undici, dispatcher } = await this.#connect();
    return undici.request(url, { ...options, reset: true, dispatcher });
  }

  /** `fetch` for libraries that take one; redirects are errors. */
  readonly fetch: typeof fetch = (async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    this.#check(url);
    const { undici, dispatcher } = await this.#connect();
    return undici.fetch(url, { ...init, redirect: 'error', dispatcher } as never);
  }) as typeof fetch;

  async close(): Promise<void> {
    await (await this.#client)?.dispatcher.destroy();
  }

  /** Loads the client at the first request: it is large, and many a process never makes one. */
  #connect(): Promise<Client> {
    this.#client ??= import('undici').then((undici) => ({
      undici,
      dispatcher: new undici.Agent({
        connect: { timeout: CONNECT_MS, lookup: this.#lookup },
        maxResponseSize: ANSWER_BYTES,
      }),
    }));
    return this.#client;
  }

  #check(url: string): void {
    const fault = urlFault(url, this.#allowLoopback);
    if (fault) throw new ServiceError('URL_NOT_ALLOWED', mendOf(fault), { details: { rule: fault } });
  }

  async #addressFault(hostname: string): Promise<EgressRule | undefined> {
    try {
      await this.#addressesOf(hostname.replace(/^\[|\]$/g, ''));
      return undefined;
    } catch (error) {
      return error instanceof EgressBlocked ? error.rule : 'host_name';
    }
  }

  /** Every address of a name; one that is not public spoils them all. */
  async #addressesOf(hostname: string): Promise<{ address: string; family: number }[]> {
    const addresses = await resolve(hostname, { all: true });
    if (!addresses.every(({ address }) => isAllowedAddress(address, this.#allowLoopback)))
      throw new EgressBlocked(`${hostname} leads to an address that is not public`);
    return addresses;
  }

  /** What a connection asks for: it goes to the very addresses that were checked, with the name kept for TLS. */
  readonly #lookup: LookupFunction = (hostname, options, done) => {
    this.#addressesOf(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first!.address, first!.family);
      },
      (error) => done(error, '', 0),
    );
  };
}
