// Takes imports through their states as a person does: upload, mapping, dry run, approval, execution.
import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Identity, Reply } from '../support/service.ts';
import { until } from '../support/until.ts';
import { WorkingService } from '../support/working-service.ts';

type Record = Reply['body'];

export class ImportWorld extends WorkingService {
  upload(text: string | Buffer, target: string, more: object = {}, as?: Identity): Promise<Reply> {
    const file = { name: 'data.csv', content_base64: Buffer.from(text).toString('base64') };
    return this.#send('POST', '', { file, target, ...more }, as);
  }

  /** Sends a call with an idempotency key, which agents must send. */
  #send(method: string, path: string, body: unknown, as?: Identity): Promise<Reply> {
    const headers = { 'idempotency-key': randomUUID() };
    return this.service.rest(method, `/api/import${path}`, body, { as, headers });
  }

  async get(id: string, as?: Identity): Promise<Record> {
    return (await this.service.rest('GET', `/api/import/${id}`, undefined, { as })).body.data;
  }

  /** Waits until an import has left a state. */
  async left(id: string, status: string, as?: Identity): Promise<Record> {
    await until(async () => (await this.get(id, as)).status !== status);
    return this.get(id, as);
  }

  map(columns: { [source: string]: string }, more: object = {}): object {
    return {
      columns: Object.entries(columns).map(([source, target]) => ({ source, target })),
      ...more,
    };
  }

  /** Uploads, maps and validates. */
  async validated(text: string | Buffer, target: string, mapping: object, as?: Identity): Promise<Record> {
    const uploaded = await this.upload(text, target, {}, as);
    expect(uploaded).toMatchObject({ status: 201 });
    const { id } = uploaded.body.data;
    expect(await this.#send('PUT', `/${id}/mapping`, mapping, as)).toMatchObject({
      status: 200,
    });
    expect(await this.#send('POST', `/${id}/validate`, undefined, as)).toMatchObject({
      status: 202,
    });
    return this.left(id, 'validating');
  }

  approve({ id, mapping_hash, validation_hash }: Record, as?: Identity): Promise<Reply> {
    const hashes = { mapping_hash, validation_hash };
    return this.#send('POST', `/${id}/approve`, hashes, as);
  }

  /** Uploads, maps, validates, approves and starts the execution. */
  async started(text: string | Buffer, target: string, mapping: object): Promise<Record> {
    const validated = await this.validated(text, target, mapping);
    expect((await this.approve(validated)).status).toBe(200);
    const started = await this.service.rest('POST', `/api/import/${validated.id}/execute`);
    expect(started.status).toBe(202);
    return started.body.data;
  }

  async executed(text: string | Buffer, target: string, mapping: object): Promise<Record> {
    const { id } = await this.started(text, target, mapping);
    return this.left(id, 'executing');
  }
}
