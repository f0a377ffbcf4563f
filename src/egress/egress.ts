// Outbound requests to URLs from users; the addresses that were checked are the ones connected to.
import { lookup as resolve } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { ServiceError } from '../errors.ts';
import { brokenUrlRule, type EgressRule, isAllowedAddress, isLoopbackName, ruleMessage } from './rules.ts';

const CONNECT_MS = 5_000;
/** The most bytes that are read of a response; more is an error. */
const MAX_RESPONSE_BYTES = 1_048_576;

/** The ports of mail submission. */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525]);

/** Thrown when a host name resolves to an address that is not public, at the time of connecting. */
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
   * Refuses a URL that may not be called, also by the addresses of its host; for use when a URL is stored.
   * @throws URL_NOT_ALLOWED with `details.rule`
   */
  async assertAllowed(url: string): Promise<void> {
    const brokenRule =
      brokenUrlRule(url, this.#allowLoopback) ?? (await this.#brokenAddressRule(new URL(url).hostname));
    if (brokenRule)
      throw new ServiceError('URL_NOT_ALLOWED', ruleMessage(brokenRule), { details: { rule: brokenRule } });
  }

  /**
   * Sends a request on a new connection, without following redirects.
   * @throws EgressBlocked, URL_NOT_ALLOWED, and the network errors of undici
   */
  async request(
    url: string,
    options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>,
  ): Promise<Dispatcher.ResponseData> {
    this.#check(url);
    // A new connection for each request checks the addresses again, because the name may resolve to others by then.
    const { undici, dispatcher } = await this.#connect();
    return undici.request(url, { ...options, reset: true, dispatcher });
  }

  /**
   * Yields the bytes of a file, without following redirects; whoever reads it limits its size.
   * @throws EgressBlocked, URL_NOT_ALLOWED, and the network errors of undici; Error for another status than 200
   */
  async *download(url: string, headers: Record<string, string> = {}): AsyncGenerator<Buffer> {
    this.#check(url);
    const { undici } = await this.#connect();
    const dispatcher = new undici.Agent({ connect: { timeout: CONNECT_MS, lookup: this.#lookup } });
    try {
      const { statusCode, body } = await undici.request(url, { headers, dispatcher, reset: true });
      if (statusCode !== 200) throw new Error(`the provider answered ${statusCode}`);
      for await (const chunk of body) yield chunk as Buffer;
    } finally {
      await dispatcher.destroy();
    }
  }

  /**
   * Returns an address of a mail server to connect to; all addresses of its name were checked.
   * @throws EgressBlocked for a host or port that the service may not connect to; errors of the lookup
   */
  async mailServerAddress(host: string, port: number): Promise<string> {
    const isLocal = this.#allowLoopback && isLoopbackName(host);
    const brokenRule = isLocal ? undefined : brokenUrlRule(`https://${host}/`);
    if (brokenRule || !(isLocal || MAIL_PORTS.has(port)))
      throw new EgressBlocked(`${host}:${port} is not a mail server that the service may connect to`);
    const [first] = await this.#addressesOf(host.replace(/^\[|\]$/g, ''));
    return first!.address;
  }

  /** A `fetch` for libraries that accept one; redirects are errors. */
  readonly fetch: typeof fetch = (async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    this.#check(url);
    const { undici, dispatcher } = await this.#connect();
    return undici.fetch(url, { ...init, redirect: 'error', dispatcher } as never);
  }) as typeof fetch;

  async close(): Promise<void> {
    await (await this.#client)?.dispatcher.destroy();
  }

  /** Loads undici at the first request: it is large, and many processes never send one. */
  #connect(): Promise<Client> {
    this.#client ??= import('undici').then((undici) => ({
      undici,
      dispatcher: new undici.Agent({
        connect: { timeout: CONNECT_MS, lookup: this.#lookup },
        maxResponseSize: MAX_RESPONSE_BYTES,
      }),
    }));
    return this.#client;
  }

  #check(url: string): void {
    const brokenRule = brokenUrlRule(url, this.#allowLoopback);
    if (brokenRule)
      throw new ServiceError('URL_NOT_ALLOWED', ruleMessage(brokenRule), { details: { rule: brokenRule } });
  }

  async #brokenAddressRule(hostname: string): Promise<EgressRule | undefined> {
    try {
      await this.#addressesOf(hostname.replace(/^\[|\]$/g, ''));
      return undefined;
    } catch (error) {
      return error instanceof EgressBlocked ? error.rule : 'host_name';
    }
  }

  /** Returns all addresses of a name. @throws EgressBlocked if one of them is not public */
  async #addressesOf(hostname: string): Promise<{ address: string; family: number }[]> {
    const addresses = await resolve(hostname, { all: true });
    if (!addresses.every(({ address }) => isAllowedAddress(address, this.#allowLoopback)))
      throw new EgressBlocked(`${hostname} resolves to an address that is not public`);
    return addresses;
  }

  /** The lookup of connections: they use exactly the addresses that were checked, and the name for TLS. */
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
