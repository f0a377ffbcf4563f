// Subscriptions without a provider: plans, previews, changes, limits, and the states that the clock brings.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addMonths, periodAt, type SubscriptionState, stateAt } from '../../src/access/subscription.ts';
import { watchSubscriptions } from '../../src/domains/billing/jobs.ts';
import { decimalOf, prorate, shareOf } from '../../src/domains/billing/proration.ts';
import { startService, type TestService, type Workspace } from '../support/service.ts';

const DAY = 86_400;

let service: TestService;
let acme: Workspace;

beforeAll(async () => {
  service = await startService();
  acme = service.acme;
});

afterAll(() => service?.stop());

/** Sets columns of the subscription, and lets the service load it anew. */
async function setSubscription(workspace: Workspace, columns: Record<string, unknown>): Promise<void> {
  const { database, principals } = service.server.services;
  await database.write({ tenantId: workspace.id }, ({ db }) =>
    db('subscriptions').where({ tenant_id: workspace.id }).update(columns),
  );
  principals.clear();
}

const ago = (seconds: number) => new Date(service.server.services.clock.now().getTime() - seconds * 1000);
const PLAIN = {
  ...{
    plan_key: 'scale',
    status: 'active',
    unpaid_since: null,
    canceled_at: null,
    trial_ends_at: null,
    seats: 1,
  },
  ...{ interval: 'month', pending_plan_key: null, pending_interval: null, pending_seats: null },
  cancel_at_period_end: false,
};
const sweep = () => watchSubscriptions(service.server.services, service.server.app.log);
const errorOf = (reply: { status: number; body: { error?: { code: string } } }) => [
  reply.status,
  reply.body.error?.code,
];

describe('a workspace', () => {
  it('shows its plan, its subscription and what is used of it', async () => {
    const { body } = await service.rest('GET', '/api/billing');
    expect(body.data).toMatchObject({
      plan: { key: 'scale' },
      subscription: { status: 'active', plan_key: 'scale', seats: 1, provider: null, pending: null },
      access: 'full',
      limits: { contacts: null },
      next_charge: null,
      alerts: [],
    });
    const usage = await service.rest('GET', '/api/billing/usage?per_day=true');
    expect(usage.body.data.meters.find(({ meter }: { meter: string }) => meter === 'seats')).toMatchObject({
      used: '5',
      limit: null,
      percent: null,
    });
    const plans = await service.rest('GET', '/api/billing/plans');
    expect(plans.body.data.map(({ key }: { key: string }) => key)).toEqual([
      'free',
      'starter',
      'growth',
      'scale',
    ]);
  });

  it('changes to a smaller plan at the end of the period, and takes that back', async () => {
    const change = { plan_key: 'growth', seats: 2 };
    const preview = await service.rest('POST', '/api/billing/subscription/preview', { plan_key: 'growth' });
    expect(preview.body.data).toMatchObject({ effective: 'period_end', due: '0.00', conflicts: [] });
    const stale = await service.rest('PATCH', '/api/billing/subscription', {
      ...change,
      preview_id: preview.body.data.preview_id,
    });
    expect(errorOf(stale)).toEqual([409, 'PREVIEW_STALE']);
    const changed = await service.rest('PATCH', '/api/billing/subscription', {
      plan_key: 'growth',
      preview_id: preview.body.data.preview_id,
    });
    expect(changed.body.data).toMatchObject({ plan_key: 'scale', pending: { plan_key: 'growth', seats: 1 } });
    await setSubscription(acme, PLAIN);
  });

  it('changes to a larger plan at once, by exactly the previewed amounts', async () => {
    const start = ago(10 * DAY);
    await setSubscription(acme, {
      ...PLAIN,
      ...{ plan_key: 'growth', period_start: start, period_end: new Date(start.getTime() + 30 * DAY * 1000) },
    });
    const preview = await service.rest('POST', '/api/billing/subscription/preview', { plan_key: 'scale' });
    expect(preview.body.data).toMatchObject({
      effective: 'now',
      credit: '32.67',
      charge: '66.00',
      due: '33.33',
    });
    const changed = await service.rest('PATCH', '/api/billing/subscription', {
      plan_key: 'scale',
      preview_id: preview.body.data.preview_id,
    });
    expect(changed.body.data).toMatchObject({ plan_key: 'scale', status: 'active', pending: null });
    await setSubscription(acme, PLAIN);
  });

  it('is not moved to a plan whose limits it exceeds', async () => {
    const reply = await service.rest('PATCH', '/api/billing/subscription', { plan_key: 'free' });
    expect(errorOf(reply)).toEqual([409, 'PLAN_LIMIT_EXCEEDED']);
    expect(reply.body.error.details.meters).toEqual([{ meter: 'seats', used: '5', limit: 3 }]);
    const unknown = await service.rest('PATCH', '/api/billing/subscription', { plan_key: 'huge' });
    expect(unknown.body.error.fields).toMatchObject([{ path: 'plan_key', rule: 'exists' }]);
    const empty = await service.rest('PATCH', '/api/billing/subscription', {});
    expect(errorOf(empty)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is changed only by an owner or admin with a fresh session', async () => {
    const { member } = acme.people;
    const refused = await service.rest('PATCH', '/api/billing/subscription', { seats: 2 }, { as: member });
    expect(errorOf(refused)).toEqual([403, 'PERMISSION_DENIED']);
    const stale = await service.session(acme, 'owner', 1000);
    const reply = await service.rest('PATCH', '/api/billing/subscription', { seats: 2 }, { as: stale });
    expect(errorOf(reply)).toEqual([423, 'FRESH_SESSION_REQUIRED']);
  });

  it('has no payment page, portal or payment methods without a provider', async () => {
    const body = { return_url: 'https://app.example.com/' };
    expect(errorOf(await service.rest('POST', '/api/billing/portal', body))).toEqual([
      409,
      'CONNECTOR_NOT_CONFIGURED',
    ]);
    expect(errorOf(await service.rest('GET', '/api/billing/payment-methods'))).toEqual([
      409,
      'CONNECTOR_NOT_CONFIGURED',
    ]);
    expect((await service.rest('GET', '/api/billing/invoices')).body.data).toEqual([]);
  });

  it('is canceled at the end of the period, which can be taken back, or now', async () => {
    const canceled = await service.rest('POST', '/api/billing/subscription/cancel', { when: 'period_end' });
    expect(canceled.body.data).toMatchObject({ status: 'active', cancel_at_period_end: true });
    const resumed = await service.rest('PATCH', '/api/billing/subscription', { cancel_at_period_end: false });
    expect(resumed.body.data.cancel_at_period_end).toBe(false);
    const ended = await service.rest('POST', '/api/billing/subscription/cancel', {
      when: 'now',
      reason: 'Closing',
    });
    expect(ended.body.data).toMatchObject({ status: 'canceled', cancel_reason: 'Closing' });
    const overview = await service.rest('GET', '/api/billing');
    expect(overview.body.data).toMatchObject({
      access: 'free',
      plan: { key: 'free' },
      limits: { contacts: 500 },
    });
    const again = await service.rest('POST', '/api/billing/subscription/cancel', { when: 'now' });
    expect(errorOf(again)).toEqual([409, 'INVALID_STATE_TRANSITION']);
    await setSubscription(acme, PLAIN);
  });
});

describe('an unpaid subscription', () => {
  it('works for 14 days, and then lets people read, export and pay, and nothing else', async () => {
    const { globex } = service;
    const as = globex.people.owner;
    await setSubscription(globex, { ...PLAIN, status: 'past_due', unpaid_since: ago(14 * DAY - 60) });
    expect((await service.rest('POST', '/api/companies', { name: 'Early' }, { as })).status).toBe(201);
    await setSubscription(globex, { ...PLAIN, status: 'past_due', unpaid_since: ago(14 * DAY) });
    const write = await service.rest('POST', '/api/companies', { name: 'Late' }, { as });
    expect(errorOf(write)).toEqual([402, 'SUBSCRIPTION_RESTRICTED']);
    const graphql = await service.graphql(
      'mutation { createCompany(input: {name: "Late"}) { id } }',
      {},
      { as },
    );
    expect(graphql.body.errors[0].extensions.code).toBe('SUBSCRIPTION_RESTRICTED');
    expect((await service.rest('GET', '/api/companies', undefined, { as })).body.total).toBe(1);
    const overview = await service.rest('GET', '/api/billing', undefined, { as });
    expect(overview.body.data).toMatchObject({ access: 'read_only', subscription: { status: 'restricted' } });
    await sweep();
    const [stored] = await service.sql(globex, 'select status from subscriptions');
    expect(stored).toEqual({ status: 'restricted' });
    const mine = await service.rest('GET', '/api/notifications', undefined, { as });
    expect(mine.body.data).toMatchObject([{ category: 'billing_alert', priority: 'high' }]);
    await setSubscription(globex, PLAIN);
  });

  it('falls back to the free plan when a trial, or the wait for a first payment, is over', async () => {
    const { globex } = service;
    const as = globex.people.owner;
    await setSubscription(globex, {
      ...PLAIN,
      plan_key: 'growth',
      status: 'trialing',
      trial_ends_at: ago(1),
    });
    const after = await service.rest('GET', '/api/billing', undefined, { as });
    expect(after.body.data).toMatchObject({ access: 'free', subscription: { status: 'canceled' } });
    await setSubscription(globex, { ...PLAIN, status: 'incomplete', unpaid_since: ago(60) });
    const waiting = await service.rest('GET', '/api/billing', undefined, { as });
    expect(waiting.body.data).toMatchObject({ access: 'free', subscription: { status: 'incomplete' } });
    await setSubscription(globex, { ...PLAIN, status: 'incomplete', unpaid_since: ago(23 * 3600) });
    const over = await service.rest('GET', '/api/billing', undefined, { as });
    expect(over.body.data.subscription.status).toBe('canceled');
    await setSubscription(globex, PLAIN);
  });
});

describe('the limits of a plan', () => {
  it('refuse what goes beyond them, and write nothing', async () => {
    const { globex } = service;
    const as = globex.people.owner;
    const role = (await service.rest('GET', '/api/roles', undefined, { as })).body.data.find(
      ({ key }: { key: string }) => key === 'viewer',
    );
    await setSubscription(globex, { ...PLAIN, status: 'canceled', canceled_at: ago(60) });
    const body = { email: 'sixth@globex.example', role_ids: [role.id] };
    const reply = await service.rest('POST', '/api/settings/invitations', body, { as });
    expect(errorOf(reply)).toEqual([429, 'QUOTA_EXCEEDED']);
    expect(reply.body.error.details).toMatchObject({ quota: 'seats', limit: 3, used: 5 });
    expect(await service.sql(globex, 'select id from invitations')).toEqual([]);
    await setSubscription(globex, PLAIN);
  });
});

describe('a proration', () => {
  const start = new Date('2026-01-31T00:00:00Z');

  it('never charges less than nothing, nor more than a whole period', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.integer({ min: 0, max: 28 * DAY }),
        (from, to, passed) => {
          const subscription = {
            ...{ planKey: 'a', interval: 'month' as const, seats: 1, status: 'active' as const },
            ...{ periodStart: start, periodEnd: addMonths(start, 1), trialEndsAt: null },
          };
          const at = new Date(start.getTime() + passed * 1000);
          const terms = { planKey: 'b', interval: 'month' as const, seats: 1 };
          const { effective, credit, charge, due } = prorate(subscription, terms, { from, to }, at);
          expect(due).toBe(charge - credit);
          expect(effective).toBe(to > from ? 'now' : 'period_end');
          expect(due >= 0n && due <= to).toBe(true);
          expect(credit <= from && charge <= to).toBe(true);
        },
      ),
    );
  });

  it('rounds half away from zero', () => {
    expect(shareOf(5n, 1n, 2n)).toBe(3n);
    expect(shareOf(-5n, 1n, 2n)).toBe(-3n);
    expect(decimalOf(-5n, 'EUR')).toBe('-0.05');
    expect(decimalOf(1234n, 'JPY')).toBe('1234');
    expect(decimalOf(1234n, 'KWD')).toBe('1.234');
  });
});

describe('the states of a subscription', () => {
  const base: SubscriptionState = {
    ...{
      planKey: 'growth',
      status: 'active',
      interval: 'month',
      seats: 1,
      trialEndsAt: null,
      unpaidSince: null,
    },
    ...{ cancelAtPeriodEnd: false, canceledAt: null, pendingPlanKey: null, pendingInterval: null },
    ...{ pendingSeats: null, providerSubscriptionId: null },
    periodStart: new Date('2026-01-31T10:00:00Z'),
    periodEnd: new Date('2026-02-28T10:00:00Z'),
  };

  it('do not depend on how often they are looked at', () => {
    fc.assert(
      fc.property(
        fc.record({
          cancelAtPeriodEnd: fc.boolean(),
          status: fc.constantFrom(
            'active' as const,
            'past_due' as const,
            'trialing' as const,
            'incomplete' as const,
          ),
        }),
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 0, max: 800 }),
        (changes, first, second) => {
          const stored = {
            ...{ ...base, ...changes },
            ...{
              trialEndsAt: new Date('2026-02-14T10:00:00Z'),
              unpaidSince: new Date('2026-02-01T00:00:00Z'),
            },
          };
          const [early, late] = [first, second]
            .sort((a, b) => a - b)
            .map((days) => new Date(base.periodStart.getTime() + days * DAY * 1000));
          expect(stateAt(stateAt(stored, early!), late!).status).toBe(stateAt(stored, late!).status);
        },
      ),
    );
  });

  it('have periods that follow each other and contain the time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5000 }),
        fc.constantFrom('month' as const, 'year' as const),
        (days, interval) => {
          const now = new Date(base.periodStart.getTime() + days * DAY * 1000);
          const { start, end } = periodAt(base.periodStart, interval, now);
          expect(start <= now && now < end).toBe(true);
        },
      ),
    );
  });
});
