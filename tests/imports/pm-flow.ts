// Takes exports of projects from upload to execution.
import { expect } from '@jest/globals';
import type { Identity, Reply } from '../support/service.ts';
import { until } from '../support/until.ts';
import { WorkingService } from '../support/working-service.ts';

type Body = Reply['body'];

/** A service with the steps of an import of projects. */
export class PmFlow extends WorkingService {
  upload(content: string, more: object = {}, as?: Identity): Promise<Reply> {
    const file = { name: 'export.csv', content_base64: Buffer.from(content).toString('base64') };
    return this.service.rest('POST', '/api/pm-import', { file, ...more }, { as });
  }

  map(id: string, mapping: object): Promise<Reply> {
    return this.service.rest('PUT', `/api/pm-import/${id}/mapping`, mapping);
  }

  /** Creates a client. @returns the id of its company */
  async client(name: string): Promise<string> {
    const domain = `${name.toLowerCase()}.example.com`;
    const { body } = await this.service.rest('POST', '/api/clients', { client_name: name, domain });
    return body.data.id;
  }

  async get(id: string): Promise<Body> {
    return (await this.service.rest('GET', `/api/pm-import/${id}`)).body.data;
  }

  /** Waits until an import has left a state. */
  async left(id: string, status: string): Promise<Body> {
    await until(async () => (await this.get(id)).status !== status);
    return this.get(id);
  }

  /** Uploads, maps and validates. */
  async validated(content: string, mapping: object): Promise<Body> {
    const uploaded = await this.upload(content);
    expect(uploaded).toMatchObject({ status: 201 });
    const { id } = uploaded.body.data;
    expect(await this.map(id, mapping)).toMatchObject({ status: 200 });
    expect((await this.service.rest('POST', `/api/pm-import/${id}/validate`)).status).toBe(202);
    return this.left(id, 'validating');
  }

  approve({ id, mapping_hash, validation_hash }: Body, as?: Identity): Promise<Reply> {
    const hashes = { mapping_hash, validation_hash };
    return this.service.rest('POST', `/api/pm-import/${id}/approve`, hashes, { as });
  }

  /** Uploads, maps, validates, approves and starts the execution. @returns its id */
  async started(content: string, mapping: object): Promise<string> {
    const imported = await this.validated(content, mapping);
    expect(await this.approve(imported)).toMatchObject({ status: 200 });
    expect((await this.service.rest('POST', `/api/pm-import/${imported.id}/execute`)).status).toBe(202);
    return imported.id;
  }

  async executed(content: string, mapping: object): Promise<Body> {
    return this.left(await this.started(content, mapping), 'executing');
  }

  async rows(id: string): Promise<Body[]> {
    return (await this.service.rest('GET', `/api/import/${id}/rows?page_size=100`)).body.data;
  }

  /** Returns the tasks of the project with a name, by their titles. */
  async tasksOf(project: string): Promise<Map<string, Body>> {
    const { id } = await this.project(project);
    const { body } = await this.service.rest('GET', `/api/tasks?filter[project_id]=${id}&page_size=100`);
    return new Map(body.data.map((task: Body) => [task.title, task]));
  }

  async project(name: string): Promise<Body> {
    const { body } = await this.service.rest(
      'GET',
      `/api/projects?filter[name]=${encodeURIComponent(name)}&page_size=10`,
    );
    return body.data[0];
  }
}
