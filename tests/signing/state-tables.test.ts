// Property tests of the states of envelopes and recipients: whatever is done in whatever order, only moves of the tables of
// delivery.md section 5 happen, and a refusal changes nothing.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { watchEnvelopes } from '../../src/domains/signing/jobs.ts';
import { Inspector } from '../support/inspector.ts';
import { type Identity, type Reply, startService, type TestService } from '../support/service.ts';
import { type Data, pdf, place } from './signing-world.ts';

const DAY = 86_400;
/** The moves of an envelope; what is not named is an end, or the work of the job that seals. */
const ENVELOPE: Record<string, string[]> = {
  draft: ['sent'],
  sent: ['partially_signed', 'completing', 'declined', 'voided', 'expired'],
  partially_signed: ['completing', 'declined', 'voided', 'expired'],
  expired: ['sent', 'partially_signed'],
};
/** The moves of a recipient; a correction invites again whoever is not done. */
const RECIPIENT: Record<string, string[]> = {
  created: ['queued', 'sent'],
  queued: ['sent', 'expired'],
  sent: ['viewed', 'signed', 'approved', 'declined', 'expired'],
  viewed: ['sent', 'signed', 'approved', 'declined'],
  expired: ['sent', 'queued'],
};
const ACTIONS = [
  ...['view', 'sign', 'sign', 'sign', 'decline', 'void', 'remind', 'correct', 'extend', 'expire'],
  ...['send', 'rename', 'delete'],
] as const;

const plans = fc.record({
  routing: fc.constantFrom('sequential', 'parallel'),
  decline_policy: fc.constantFrom('stop', 'continue'),
  others: fc.array(
    fc.record({
      role: fc.constantFrom('signer', 'approver', 'viewer', 'cc'),
      routing_order: fc.integer({ min: 1, max: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  steps: fc.array(fc.record({ action: fc.constantFrom(...ACTIONS), who: fc.nat({ max: 3 }) }), {
    minLength: 6,
    maxLength: 14,
  }),
});

let service: TestService;
let inspector: Inspector;
let owner: Identity;
let templateId: string;
let seconds = 0;

const send = (method: string, path: string, body?: unknown) =>
  service.rest(method, path, body, { as: owner });
const ok = async (method: string, path: string, body?: unknown): Promise<Data> => {
  const reply = await send(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
};
const get = (id: string) => ok('GET', `/api/signing/${id}`);

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  owner = service.acme.people.owner;
  templateId = (await ok('POST', '/api/signing', { title: 'Agreement', kind: 'template' })).id;
  const content = (await pdf()).toString('base64');
  await ok('POST', `/api/signing/${templateId}/documents`, {
    file: { name: 'a.pdf', content_base64: content },
  });
  await ok('PUT', `/api/signing/${templateId}/recipients`, {
    recipients: [{ key: 'one', role: 'approver' }],
  });
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

interface Plan {
  routing: string;
  decline_policy: string;
  others: { role: string; routing_order: number }[];
}

/** Sends an envelope to a signer and others. */
async function sentEnvelope({ routing, decline_policy, others }: Plan): Promise<Data> {
  const people = [{ key: 'one', name: 'One', email: 'one@buyer.example' }];
  const { id, version, documents } = await ok('POST', `/api/signing/${templateId}/use`, {
    recipients: people,
  });
  await ok('PATCH', `/api/signing/${id}`, { routing, decline_policy, expected_version: version });
  const recipients = [{ role: 'signer', routing_order: 1 }, ...others].map((one, index) => ({
    ...{ ...one, name: `Person ${index}`, email: `person${index}@buyer.example` },
  }));
  const draft = await ok('PUT', `/api/signing/${id}/recipients`, { recipients });
  const fields = draft.recipients
    .filter(({ role }: Data) => role === 'signer')
    .map((one: Data, index: number) => place(one.id, documents[0].id, { y: 0.2 + index * 0.1 }));
  await ok('PUT', `/api/signing/${id}/fields`, { fields });
  return ok('POST', `/api/signing/${id}/send`, {});
}

/** Makes a further link of a recipient, because the secrets of links are only in mails. */
async function linkOf(envelopeId: string, recipientId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await inspector.query(
    `insert into envelope_links (tenant_id, id, token_hash, envelope_id, recipient_id, created_at)
     values ($1, $2, $3, $4, $5, now())`,
    [service.acme.id, uuid(), createHash('sha256').update(token).digest('hex'), envelopeId, recipientId],
  );
  return token;
}

/** Does one thing as the recipient of a link. */
async function visit(action: string, token: string): Promise<Reply> {
  const path = `/api/signing/public/${token}`;
  const view = await service.rest('GET', path, undefined, { as: null });
  if (action === 'view' || view.status !== 200) return view;
  if (action === 'decline') return service.rest('POST', `${path}/decline`, { reason: 'No.' }, { as: null });
  const { fields, consent, document_digest, recipient } = view.body.data;
  const typed = fields.map(({ id }: Data) => [id, { type: 'typed', text: recipient.name }]);
  const body = { consent: { accepted: true, version: consent.version }, document_digest };
  return service.rest('POST', `${path}/sign`, { ...body, fields: Object.fromEntries(typed) }, { as: null });
}

/** Does one thing as the sender. */
function manage(action: string, { id, version, recipients }: Data, who: number): Promise<Reply> {
  const path = `/api/signing/${id}`;
  const deadline = new Date(Date.now() + (seconds + 20 * DAY) * 1000).toISOString();
  const calls: Record<string, [string, string, object?]> = {
    void: ['POST', `${path}/void`, { reason: 'Over.' }],
    remind: ['POST', `${path}/remind`, {}],
    correct: ['PATCH', `${path}/recipients/${recipients[who].id}`, { name: `Corrected ${version}` }],
    extend: ['PATCH', path, { expires_at: deadline }],
    send: ['POST', `${path}/send`, {}],
    rename: ['PATCH', path, { title: 'Another title' }],
    delete: ['DELETE', path],
  };
  return send(...calls[action]!);
}

async function passDays(days: number): Promise<void> {
  seconds += days * DAY;
  service.advance(seconds);
  owner = await service.session(service.acme, 'owner');
  // Otherwise the first access of a recipient would write that the time is over, and be refused.
  await watchEnvelopes(service.server.services, service.server.app.log);
}

/** Checks a step by the tables, and what each state says of the recipients. */
function assertStep(before: Data, after: Data): void {
  const moved = `${before.status} -> ${after.status}`;
  const allowed = ENVELOPE[before.status] ?? [];
  expect([before.status, ...allowed].map((to) => `${before.status} -> ${to}`)).toContain(moved);
  for (const [index, { status: from, signed_at }] of before.recipients.entries()) {
    const { status: to, ...recipient } = after.recipients[index];
    expect([from, ...(RECIPIENT[from] ?? [])].map((one) => `${from} -> ${one}`)).toContain(
      `${from} -> ${to}`,
    );
    if (signed_at) expect(recipient.signed_at).toBe(signed_at);
    if (to === 'signed') expect(recipient.role).toBe('signer');
    if (to === 'approved') expect(recipient.role).toBe('approver');
  }
  assertAgreement(after);
}

function assertAgreement({ status, recipients, decline_policy }: Data): void {
  const of = (...roles: string[]) => recipients.filter(({ role }: Data) => roles.includes(role));
  const isAgreed = (one: Data) => one.status === 'signed' || one.status === 'approved';
  const acting = of('signer', 'approver');
  if (status === 'completing') {
    const finals =
      decline_policy === 'continue' ? ['signed', 'approved', 'declined'] : ['signed', 'approved'];
    for (const one of acting) expect(finals).toContain(one.status);
    for (const one of of('viewer')) expect(one.status).toBe('viewed');
    expect(acting.some(isAgreed)).toBe(true);
  }
  if (status === 'declined') expect(acting.some((one: Data) => one.status === 'declined')).toBe(true);
  const isDone = ({ role, status: own, viewed_at }: Data) =>
    role === 'viewer' ? viewed_at !== null : ['signed', 'approved', 'declined'].includes(own);
  const isStarted = of('signer', 'approver', 'viewer').some(isDone);
  if (status === 'sent') expect(isStarted).toBe(false);
  if (status === 'partially_signed') expect(isStarted).toBe(true);
  for (const one of of('cc')) expect(one.status).toBe('created');
}

/** Does one step. @returns whether it was refused, which must have changed nothing */
async function step(id: string, action: string, who: number): Promise<boolean> {
  const before = await get(id);
  const index = who % before.recipients.length;
  const recipient = before.recipients[index];
  const visits = ['view', 'sign', 'decline'].includes(action);
  if (action === 'expire') await passDays(31);
  // Only who was invited has a link.
  else if (!visits || !['created', 'queued'].includes(recipient.status)) {
    const token = visits && (await linkOf(id, recipient.id));
    if (token && action !== 'view') await visit('view', token);
    const ready = await get(id);
    assertStep(before, ready);
    const stored = await inspector.fingerprint(service.acme.id);
    const reply = await (token ? visit(action, token) : manage(action, ready, index));
    expect(reply.status).toBeLessThan(500);
    const after = await get(id);
    assertStep(ready, after);
    if (reply.status >= 400) expect(await inspector.fingerprint(service.acme.id)).toEqual(stored);
    return reply.status >= 400;
  }
  assertStep(before, await get(id));
  return false;
}

describe('an envelope', () => {
  it('only makes the moves of the tables, whoever does what in whatever order', async () => {
    const seen = { statuses: new Set<string>(), refusals: 0 };
    await fc.assert(
      fc.asyncProperty(plans, async ({ steps, ...plan }) => {
        const { id } = await sentEnvelope(plan);
        for (const { action, who } of steps) {
          if (await step(id, action, who)) seen.refusals += 1;
          seen.statuses.add((await get(id)).status);
        }
        expect((await ok('GET', `/api/signing/${id}/evidence`)).chain_valid).toBe(true);
      }),
      { numRuns: 16, seed: 19, endOnFailure: true },
    );
    expect([...seen.statuses].sort()).toEqual([
      ...['completing', 'declined', 'expired', 'partially_signed', 'sent', 'voided'],
    ]);
    expect(seen.refusals).toBeGreaterThan(20);
  });
});
