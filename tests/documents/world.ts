// Calls that the tests of quotes, work orders and invoices share.
import type { Ask, Identity, Reply, TestService } from '../support/service.ts';

let serial = 0;

export const VAT = { name: 'VAT', rate: '19', category: 'standard' };

/** A client of the service with records that documents need. */
export class DocumentWorld {
  readonly service: TestService;
  readonly #as: Identity | undefined;

  constructor(service: TestService, as?: Identity) {
    this.service = service;
    this.#as = as;
  }

  send(method: string, path: string, body?: object, ask: Ask = {}): Promise<Reply> {
    return this.service.rest(method, path, body, this.#as ? { as: this.#as, ...ask } : ask);
  }

  async company(): Promise<string> {
    serial += 1;
    const { body } = await this.send('POST', '/api/companies', {
      name: `Buyer ${serial}`,
      address: { line1: 'Main Street 1', city: 'Bremen', country: 'DE' },
    });
    return body.data.id;
  }

  async quote(body: object = {}) {
    return this.created('/api/quotes', { company_id: await this.company(), lines: [item()], ...body });
  }

  async invoice(body: object = {}) {
    return this.created('/api/invoices', { company_id: await this.company(), lines: [item()], ...body });
  }

  async issued(body: object = {}) {
    const { id } = await this.invoice(body);
    return (await this.ok('POST', `/api/invoices/${id}/issue`, {})).body.data;
  }

  async accepted(body: object = {}) {
    const { id } = await this.quote(body);
    await this.ok('POST', `/api/quotes/${id}/send`, { to: ['ada@buyer.example'] });
    return (await this.ok('POST', `/api/quotes/${id}/decision`, { decision: 'accepted' })).body.data;
  }

  async created(path: string, body: object) {
    return (await this.ok('POST', path, body)).body.data;
  }

  /** Sends a call that must succeed. */
  async ok(method: string, path: string, body?: object, ask: Ask = {}): Promise<Reply> {
    const reply = await this.send(method, path, body, ask);
    if (reply.status >= 300)
      throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 800)}`);
    return reply;
  }

  async code(method: string, path: string, body?: object, ask: Ask = {}): Promise<[number, string]> {
    const reply = await this.send(method, path, body, ask);
    return [reply.status, reply.body.error?.code];
  }
}

/** A line of 119.00 with tax. */
export function item(more: object = {}) {
  return { description: 'Consulting', quantity: '2', unit_price: '50', taxes: [VAT], ...more };
}
