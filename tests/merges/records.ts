// Creates companies and contacts over HTTP for tests of merging, and reads them back.
import { expect } from '@jest/globals';
import type { Ask, TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
export type Data = any;

let serial = 0;

/** Returns a host name that no other test uses. */
export const host = () => `merge-${++serial}.de`;

export class Records {
  readonly service: TestService;

  constructor(service: TestService) {
    this.service = service;
  }

  async ok(method: string, path: string, body?: unknown, ask?: Ask): Promise<Data> {
    const reply = await this.service.rest(method, path, body, ask);
    expect({ path, error: reply.body.error }).toEqual({ path });
    return reply.body.data;
  }

  company(input: object = {}): Promise<Data> {
    return this.ok('POST', '/api/companies', { name: `Company ${++serial}`, ...input });
  }

  contact(input: object = {}): Promise<Data> {
    return this.ok('POST', '/api/contacts', {
      first_name: 'Ada',
      last_name: `Contact ${++serial}`,
      ...input,
    });
  }

  get(kind: Kind, id: string): Promise<Data> {
    return this.ok('GET', `/api/${kind}/${id}`);
  }

  merge(kind: Kind, primary: string, duplicate: string): Promise<Data> {
    return this.ok('POST', `/api/${kind}/${primary}/merge`, bodyOf(kind, duplicate));
  }

  /** Tries a merge that must be refused and returns the error. */
  async refused(kind: Kind, primary: string, duplicate: string, ask?: Ask): Promise<Data> {
    const reply = await this.service.rest(
      'POST',
      `/api/${kind}/${primary}/merge`,
      bodyOf(kind, duplicate),
      ask,
    );
    expect(reply.body.success).toBe(false);
    return { status: reply.status, ...reply.body.error };
  }

  undo(kind: Kind, mergeId: string): Promise<Data> {
    return this.ok('POST', `/api/${kind}/merges/${mergeId}/undo`);
  }

  /** Returns the ids that a search finds. */
  async found(kind: Kind, text: string): Promise<string[]> {
    const data = await this.ok('GET', `/api/${kind}?search=${encodeURIComponent(text)}`);
    return data.map(({ id }: Data) => id);
  }

  /** Runs SQL with the visibility of acme. */
  rows(statement: string, bindings: unknown[] = []): Promise<Data[]> {
    return this.service.sql<Data>(this.service.acme, statement, bindings);
  }
}

export type Kind = 'companies' | 'contacts';

export function bodyOf(kind: Kind, duplicate: string): object {
  return { [kind === 'companies' ? 'duplicate_company_id' : 'duplicate_contact_id']: duplicate };
}

/** Returns a record without the members that every write changes. */
export function withoutVersionFields(record: Data): Data {
  const { version: _, updated_at: __, updated_by: ___, ...rest } = record;
  return rest;
}
