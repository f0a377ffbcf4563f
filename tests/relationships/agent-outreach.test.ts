// An agent that has read how a relationship stands may not write to the contact: a person must do that (service.md 4.1).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

let service: TestService;
let inspector: Inspector;

const asOwner = () => service.session(service.acme, 'owner');

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const reply = await service.rest(method, path, body, { as: await asOwner() });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

const byAgent = (method: string, path: string, body?: unknown) =>
  service.rest(method, path, body, {
    as: service.acme.agent,
    ...(body !== undefined && { headers: { 'idempotency-key': crypto.randomUUID() } }),
  });

/** Creates a contact, a draft to them and a published room. */
async function setUp() {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const contact = await ok('POST', '/api/contacts', { first_name: 'Ada', last_name: 'Byron', email });
  const draft = await ok('POST', '/api/communications', {
    ...{ channel: 'email', status: 'draft', subject: 'Offer', body_text: 'Hello' },
    participants: [{ role: 'to', contact_id: contact.id }],
  });
  const room = await ok('POST', '/api/rooms', { title: 'Offer' });
  await ok('POST', `/api/rooms/${room.id}/publish`, {});
  return { contact, draft, room };
}

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  await ok('POST', '/api/settings/api-keys', {
    label: 'Mail',
    provider: 'email_smtp',
    secret: 'smtp://127.0.0.1:1/?from=sales@acme.example',
    is_default: true,
  });
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

describe('an agent', () => {
  it('may propose a message to a contact whose relationship it has not read', async () => {
    const { draft, contact, room } = await setUp();
    await ok('GET', `/api/contacts/${contact.id}/relationship-summary`);
    expect((await byAgent('POST', `/api/communications/${draft.id}/send`, {})).status).toBe(202);
    const invited = await byAgent('POST', `/api/rooms/${room.id}/invitations`, { contact_ids: [contact.id] });
    expect(invited.status).toBe(202);
  });

  it('may neither send to nor invite a contact whose summary it has read, also not as a proposal, for a day', async () => {
    const { draft, contact, room } = await setUp();
    const read = await byAgent('GET', `/api/contacts/${contact.id}/relationship-summary`);
    expect(read.status).toBe(200);
    const before = await inspector.fingerprint();
    const refusals = [
      await byAgent('POST', `/api/communications/${draft.id}/send`, {}),
      await byAgent('POST', `/api/rooms/${room.id}/invitations`, { contact_ids: [contact.id] }),
      await byAgent('POST', '/api/agent/actions/proposals', {
        operation: 'SendCommunication',
        arguments: { id: draft.id },
        rationale: 'It is time to write.',
      }),
    ];
    for (const { status, body } of refusals)
      expect([status, body.error]).toMatchObject([
        403,
        { code: 'RELATIONSHIP_OUTREACH_FORBIDDEN', details: { contact_ids: [contact.id] } },
      ]);
    const after = await inspector.fingerprint();
    expect(
      Object.keys(after).filter((table) => after[table] !== before[table] && !/idempotency/.test(table)),
    ).toEqual([]);
    // Drafts stay allowed, and people may send.
    const drafted = await byAgent('POST', '/api/communications', {
      ...{ channel: 'email', status: 'draft', subject: 'Idea', body_text: 'Hello' },
      participants: [{ role: 'to', contact_id: contact.id }],
    });
    expect(drafted.status).toBe(201);
    service.advance(25 * 3_600);
    expect((await byAgent('POST', `/api/communications/${draft.id}/send`, {})).status).toBe(202);
    service.advance(0);
    expect((await ok('POST', `/api/communications/${draft.id}/send`, {})).status).toBe('queued');
  });

  it('is refused at the approval, if it has read the summary after it proposed', async () => {
    const { draft, contact } = await setUp();
    const proposed = await byAgent('POST', `/api/communications/${draft.id}/send`, {});
    const id = proposed.body.data.proposal_id;
    await byAgent('GET', `/api/contacts/${contact.id}/relationship-summary`);
    const proposal = await ok('GET', `/api/agent/actions/proposals/${id}`);
    const reply = await service.rest(
      'POST',
      `/api/agent/actions/approvals/${id}/approve`,
      { arguments_hash: proposal.arguments_hash, target_version: proposal.target.version },
      { as: await asOwner() },
    );
    expect(JSON.stringify(reply.body)).toContain('RELATIONSHIP_OUTREACH_FORBIDDEN');
    expect((await ok('GET', `/api/communications/${draft.id}`)).status).toBe('draft');
  });
});
