// Records to merge: companies and contacts made over HTTP, and what a test reads of them again.
import { expect } from '@jest/globals';
import type { Ask, TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read as deep as a test wants
export type Data = any;

let serial = 0;

/** A host name that no other test uses. */
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

  /** The refusal of a merge. */
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

  /** Ids of what a search finds. */
  async found(kind: Kind, text: string): Promise<string[]> {
    const data = await this.ok('GET', `/api/${kind}?search=${encodeURIComponent(text)}`);
    return data.map(({ id }: Data) => id);
  }

  /** Rows of acme, past nobody's rights but its own. */
  rows(statement: string, bindings: unknown[] = []): Promise<Data[]> {
    return this.service.sql<Data>(this.service.acme, statement, bindings);
  }
}

export type Kind = 'companies' | 'contacts';

export function bodyOf(kind: Kind, duplicate: string): object {
  return { [kind === 'companies' ? 'duplicate_company_id' : 'duplicate_contact_id']: duplicate };
}

/** A record without what every write changes. */
export function lasting(record: Data): Data {
  const { version: _, updated_at: __, updated_by: ___, ...rest } = record;
  return rest;
}
