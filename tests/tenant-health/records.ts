// Records whose health is known: each function adds those of one component to acme, with the expected numbers.
import { v7 as uuid } from 'uuid';
import { DocumentWorld, item } from '../documents/world.ts';
import { create } from '../dossiers/records.ts';
import type { Inspector } from '../support/inspector.ts';
import type { TestService } from '../support/service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The records of a service, by the clock of the service. */
export class HealthRecords {
  readonly #service: TestService;
  readonly #inspector: Inspector;

  constructor(service: TestService, inspector: Inspector) {
    this.#service = service;
    this.#inspector = inspector;
  }

  day(days: number): string {
    return new Date(this.#now() + days * DAY).toISOString().slice(0, 10);
  }

  #instant(hours: number): string {
    return new Date(this.#now() + hours * HOUR).toISOString();
  }

  #now(): number {
    return this.#service.server.services.clock.now().getTime();
  }

  /** Adds the records of all components. */
  async addAll(): Promise<void> {
    await this.#addDelivery();
    await this.#addDocuments();
    await this.#addDeals();
    await this.#addContacts();
    await this.#addIntegrations();
  }

  /** Delivery: 5 open tasks, 2 overdue; 3 active projects, 1 off track; 1 billable entry approved 31 days ago. */
  async #addDelivery(): Promise<void> {
    const { id: company_id } = await create(this.#service, '/api/clients', {
      client_name: 'Northwind',
      domain: 'northwind.com',
    });
    const project = (more: object) =>
      create(this.#service, '/api/projects', { name: 'Project', company_id, status: 'active', ...more });
    const { id: project_id } = await project({ due_date: this.day(30) });
    await project({});
    await project({ start_date: this.day(-9), due_date: this.day(-1) });
    await project({ status: 'planned', start_date: this.day(-9), due_date: this.day(-1) });
    const task = (more: object) => create(this.#service, '/api/tasks', { title: 'Task', ...more });
    const { id: taskId } = await task({ project_id });
    for (const due_date of [this.day(0), this.day(5), this.day(-1), this.day(-40)]) await task({ due_date });
    await task({ due_date: this.day(-2), status: 'done' });
    const entries = [];
    for (const [minutes, days] of [
      [60, -31],
      [60, -30],
      [30, -31],
    ] as const)
      entries.push(
        await create(this.#service, `/api/tasks/${taskId}/time-entries`, {
          minutes,
          work_date: this.day(days),
        }),
      );
    await this.#inspector.query(
      `update time_entries set status = 'approved', billable = id <> $2 where id = any($1::uuid[])`,
      [entries.map(({ id }) => id), entries[2].id],
    );
  }

  /** Receivables: 119.00 EUR and 59.50 USD at 2 open, 238.00 EUR overdue; a draft and a paid one that do not count; 1 quote expires. */
  async #addDocuments(): Promise<void> {
    const world = new DocumentWorld(this.#service);
    await world.issued({ due_date: this.day(0) });
    const overdue = await world.issued({ lines: [item({ quantity: '4' })] });
    const dollars = await world.invoice({
      currency: 'USD',
      exchange_rate: '2',
      lines: [item({ quantity: '1' })],
    });
    await world.ok('POST', `/api/invoices/${dollars.id}/issue`, {});
    const paid = await world.issued();
    await world.ok('POST', `/api/invoices/${paid.id}/payments`, { amount: '119', method: 'cash' });
    await world.invoice();
    await this.#inspector.query('alter table invoices disable trigger user');
    await this.#inspector.query('update invoices set due_date = $2 where id = $1', [
      overdue.id,
      this.day(-1),
    ]);
    await this.#inspector.query('alter table invoices enable trigger user');
    for (const valid_until of [this.day(7), this.day(8)]) {
      const { id } = await world.quote({ valid_until });
      await world.ok('POST', `/api/quotes/${id}/send`, { to: ['ada@buyer.example'] });
    }
  }

  /** Pipeline: 7 open deals; stale are one with a closing date in the past, two without, and one with too old activity. */
  async #addDeals(): Promise<void> {
    const deal = async (ageInHours: number, more: object = {}) => {
      const { id } = await create(this.#service, '/api/deals', {
        name: 'Deal',
        value: '10',
        currency: 'EUR',
        ...more,
      });
      const at = this.#instant(-ageInHours);
      await this.#inspector.query('alter table deals disable trigger user');
      await this.#inspector.query('update deals set created_at = $2, stage_entered_at = $2 where id = $1', [
        id,
        at,
      ]);
      await this.#inspector.query('alter table deals enable trigger user');
      return id as string;
    };
    await deal(1);
    await deal(1, { expected_close_on: this.day(-1) });
    await deal(1, { expected_close_on: this.day(0) });
    await deal(14 * 24 + 1);
    await deal(14 * 24 - 1);
    const meeting = (id: string, hours: number) =>
      create(this.#service, '/api/activities', {
        ...{ type: 'meeting', subject: 'Meeting', occurred_at: this.#instant(hours) },
        links: [{ entity: 'deal', id }],
      });
    await meeting(await deal(24 * 40), -24 * 13);
    const quiet = await deal(24 * 40);
    await meeting(quiet, -24 * 15);
    await meeting(quiet, 24);
  }

  /** Relationships: 4 contacts with a cadence, 2 of them met within it. */
  async #addContacts(): Promise<void> {
    const contact = async (days: number | null, cadence: number | null = 10) => {
      const { id } = await create(this.#service, '/api/contacts', { first_name: 'Ada', last_name: uuid() });
      await this.#inspector.query('update contacts set desired_cadence_days = $2 where id = $1', [
        id,
        cadence,
      ]);
      if (days !== null)
        await create(this.#service, '/api/activities', {
          ...{ type: 'meeting', subject: 'Meeting', occurred_at: this.#instant(-24 * days) },
          links: [{ entity: 'contact', id }],
        });
    };
    await contact(10.9);
    await contact(11.1);
    await contact(1);
    await contact(null);
    await contact(1, null);
  }

  /** Integrations: 4 endpoints, 2 failing; 4 jobs ended in the last day, 1 of them failed. */
  async #addIntegrations(): Promise<void> {
    const webhook = async (status: string, attempts: (string | null)[] = []) => {
      const { id } = await create(this.#service, '/api/webhooks', {
        ...{ name: 'Hook', url: 'http://127.0.0.1:9/in', event_types: ['company.created'] },
      });
      await this.#inspector.query('update webhooks set status = $2 where id = $1', [id, status]);
      for (const error of attempts) await this.#addAttempt(id, error);
    };
    await webhook('active', [null, 'http']);
    await webhook('active', ['http', 'timeout', null]);
    await webhook('paused', ['http']);
    await webhook('disabled_failing');
    const key = (status: string) =>
      this.#inspector.query(
        `insert into provider_keys (tenant_id, id, label, provider, sealed_secret, status, created_at, updated_at, created_by,
           updated_by) values ($1, $2, 'Key', 'custom', 'x', $3, $4, $4, '{}', '{}')`,
        [this.#service.acme.id, uuid(), status, this.#instant(0)],
      );
    await key('active');
    await key('disabled');
    for (const state of ['succeeded', 'succeeded', 'failed', 'cancelled']) await this.#addJob(state, -23);
    await this.#addJob('failed', -25);
  }

  async #addAttempt(webhookId: string, error: string | null): Promise<void> {
    const delivery = uuid();
    const at = this.#instant(-1);
    await this.#inspector.query(
      `insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, payload, state, created_at, updated_at)
       values ($1, $2, $3, $4, 'company.created', '{}', 'failed', $5, $5)`,
      [this.#service.acme.id, delivery, webhookId, uuid(), at],
    );
    await this.#inspector.query(
      `insert into webhook_attempts (tenant_id, id, delivery_id, webhook_id, number, at, duration_ms, error, created_at, updated_at)
       values ($1, $2, $3, $4, 1, $5, 1, $6, $5, $5)`,
      [this.#service.acme.id, uuid(), delivery, webhookId, at, error],
    );
  }

  async #addJob(state: string, hours: number): Promise<void> {
    await this.#inspector.query(
      `insert into jobs (tenant_id, id, kind, state, error, requested_by, created_at, updated_at, finished_at)
       values ($1, $2, 'export', $3, case $3 when 'failed' then '{}'::jsonb end, $4, $5, $5, $5)`,
      [
        this.#service.acme.id,
        uuid(),
        state,
        JSON.stringify({ type: 'system', id: null, label: 'System' }),
        this.#instant(hours),
      ],
    );
  }
}
