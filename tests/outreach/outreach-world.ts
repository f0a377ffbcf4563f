// Calls and jobs that the tests of outreach share.

import { deliverCommunication } from '../../src/domains/communications/deliver.ts';
import { inWorkspace } from '../../src/domains/in-workspace.ts';
import { queueOutreachSteps } from '../../src/domains/outreach/jobs.ts';
import { takeStep } from '../../src/domains/outreach/steps.ts';
import { type MailBox, startMailBox } from '../support/mail-box.ts';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
export type Data = any;

export const ALWAYS = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '23:59', time_zone: 'UTC' };

export const mailStep = (wait_days = 0, subject = 'Hello {{contact.first_name|there}}') => ({
  kind: 'email',
  wait_days,
  template: { subject, body_html: '<p>It was good to meet you, {{contact.first_name|there}}.</p>' },
});

export const taskStep = (wait_days = 0, title = 'Call {{contact.display_name}}') => ({
  kind: 'call_task',
  wait_days,
  template: { title, body: 'Ask about the offer.' },
});

/** A service with a mail server, and shorthands for its calls. */
export class OutreachWorld {
  readonly service: TestService;
  readonly box: MailBox;
  #count = 0;

  private constructor(service: TestService, box: MailBox) {
    this.service = service;
    this.box = box;
  }

  static async start(): Promise<OutreachWorld> {
    const world = new OutreachWorld(await startService(), await startMailBox());
    await world.ok('POST', '/api/settings/api-keys', {
      label: 'Mail',
      provider: 'email_smtp',
      secret: `smtp://127.0.0.1:${world.box.port}/?from=Acme%20Sales%20%3Csales@acme.example%3E`,
      is_default: true,
    });
    return world;
  }

  async stop(): Promise<void> {
    await this.box?.stop();
    await this.service?.stop();
  }

  /** Calls with a new session, because the clock of the service is moved past the end of older ones. */
  async call(method: string, path: string, body?: unknown) {
    const { service } = this;
    return service.rest(method, path, body, { as: await service.session(service.acme, 'owner') });
  }

  async ok(method: string, path: string, body?: unknown): Promise<Data> {
    const reply = await this.call(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body.data;
  }

  contact(fields: object = {}): Promise<Data> {
    const email = `person${++this.#count}@example.com`;
    return this.ok('POST', '/api/contacts', { first_name: 'Ada', last_name: 'Byron', email, ...fields });
  }

  async sequence(steps: object[], { isActive = true, ...fields }: Data = {}): Promise<Data> {
    const input = { name: 'Fair', steps, sending_window: ALWAYS, ...fields };
    const draft = await this.ok('POST', '/api/outreach', input);
    return isActive ? this.ok('POST', `/api/outreach/${draft.id}/activate`, {}) : draft;
  }

  /** Enrols one contact. @returns the id of the enrolment */
  async enrol(sequence: Data, contact: Data, fields: object = {}): Promise<string> {
    const body = { contact_ids: [contact.id], ...fields };
    const result = await this.ok('POST', `/api/outreach/${sequence.id}/enrolments`, body);
    if (!result.enrolled[0]) throw new Error(JSON.stringify(result));
    return result.enrolled[0].enrolment_id;
  }

  async enrolment(sequence: Data, id: string): Promise<Data> {
    const rows = await this.ok('GET', `/api/outreach/${sequence.id}/enrolments?pageSize=100`);
    return rows.find((row: Data) => row.id === id);
  }

  get job() {
    const { server, acme } = this.service;
    const log = server.app.log as never;
    const { signal } = new AbortController();
    return {
      services: server.services,
      log,
      tenantId: acme.id,
      requestId: 'test-outreach',
      jobId: '1',
      attempt: 1,
      signal,
    };
  }

  /** Runs the job of an enrolment as the worker does, and sends what it has queued. */
  async take(id: string): Promise<void> {
    await inWorkspace(this.job, (ctx) => takeStep(ctx, id));
    await this.sendQueued();
  }

  /** Runs the jobs of all messages that wait. */
  async sendQueued(): Promise<void> {
    const waiting = await this.service.sql<{ id: string }>(
      this.service.acme,
      "select id from communications where tenant_id = ? and status = 'queued' order by id",
      [this.service.acme.id],
    );
    for (const { id } of waiting) await deliverCommunication(this.job, { id });
  }

  /** Runs the minutely check. */
  check(): Promise<void> {
    return queueOutreachSteps(this.service.server.services, this.job.log);
  }
}
