// A test client that defines custom fields and creates records with them over HTTP.
import { expect } from '@jest/globals';
import type { Ask, Reply, TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read response bodies at any depth
export type Data = any;

let serial = 0;

/** Returns a key that no other test uses. */
export const newKey = () => `field_${++serial}`;

export class Fields {
  readonly service: TestService;

  constructor(service: TestService) {
    this.service = service;
  }

  /** Sends a request, expects it to succeed and returns the data of the response. */
  async ok(method: string, path: string, body?: unknown, ask?: Ask): Promise<Data> {
    const reply = await this.service.rest(method, path, body, ask);
    expect({ path, error: reply.body.error }).toEqual({ path });
    return reply.body.data;
  }

  /** Defines a custom field and returns it; by default a text field on companies. */
  define(body: object = {}, ask?: Ask): Promise<Data> {
    const key = newKey();
    return this.ok(
      'POST',
      '/api/custom-fields',
      { entity: 'companies', key, label: key, type: 'text', ...body },
      ask,
    );
  }

  /** Sends a definition that may be rejected, and returns the whole reply. */
  postDefinition(body: object): Promise<Reply> {
    const key = newKey();
    return this.service.rest('POST', '/api/custom-fields', {
      entity: 'companies',
      key,
      label: key,
      type: 'text',
      ...body,
    });
  }

  change(id: string, body: object, ask?: Ask): Promise<Reply> {
    return this.service.rest('PATCH', `/api/custom-fields/${id}`, body, ask);
  }

  archive(id: string): Promise<Data> {
    return this.ok('DELETE', `/api/custom-fields/${id}`);
  }

  company(custom_fields?: object, ask?: Ask): Promise<Data> {
    return this.ok(
      'POST',
      '/api/companies',
      { name: `Company ${++serial}`, ...(custom_fields && { custom_fields }) },
      ask,
    );
  }

  get(id: string, ask?: Ask): Promise<Data> {
    return this.ok('GET', `/api/companies/${id}`, undefined, ask);
  }

  /** Writes custom field values of a company, and returns the whole reply. */
  setValues(id: string, custom_fields: unknown, ask?: Ask): Promise<Reply> {
    return this.service.rest('PATCH', `/api/companies/${id}`, { custom_fields }, ask);
  }
}
