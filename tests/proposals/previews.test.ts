// The previews of proposals: what a person must know who decides about a call that an agent has proposed.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentWorld } from '../documents/world.ts';
import { CallMaker } from '../support/calls.ts';
import { startService, type TestService } from '../support/service.ts';
import { envelopeFor } from '../support/signing-calls.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

let service: TestService;
let contact: Data;

const ok = async (method: string, path: string, body?: unknown): Promise<Data> => {
  const reply = await service.rest(method, path, body, { as: service.acme.people.owner });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
};

/** Has an agent propose a call. @returns the preview as an object, as the agent or the owner reads it */
async function preview(path: string, body: unknown, reader: 'agent' | 'owner' = 'owner'): Promise<Data> {
  const headers = { 'idempotency-key': randomUUID() };
  const queued = await service.rest('POST', path, body, { as: service.acme.agent, headers });
  if (queued.status !== 202) throw new Error(`${path}: ${queued.status} ${queued.text}`);
  const as = reader === 'agent' ? service.acme.agent : service.acme.people.owner;
  const proposal = await service.rest(
    'GET',
    `/api/agent/actions/proposals/${queued.body.data.proposal_id}`,
    undefined,
    { as },
  );
  return Object.fromEntries(proposal.body.data.preview.map(({ field, to }: Data) => [field, to]));
}

beforeAll(async () => {
  service = await startService();
  contact = await ok('POST', '/api/contacts', { first_name: 'Grace', email: 'grace@example.com' });
});

afterAll(() => service?.stop());

describe('the preview of a proposal', () => {
  it('to invite to a room names the contacts, and who gets no invitation and why', async () => {
    const silent = await ok('POST', '/api/contacts', { first_name: 'Tim', do_not_contact: true });
    const room = await ok('POST', '/api/rooms', { title: 'Offer' });
    await ok('POST', `/api/rooms/${room.id}/publish`, {});
    expect(
      await preview(`/api/rooms/${room.id}/invitations`, { contact_ids: [contact.id, silent.id] }),
    ).toMatchObject({
      room: 'Offer',
      contacts: [
        { id: contact.id, name: 'Grace', skipped: null },
        { id: silent.id, name: 'Tim', skipped: 'do_not_contact' },
      ],
    });
  });

  it('to make a link to a room shows every gate, also those that follow from others', async () => {
    const room = await ok('POST', '/api/rooms', { title: 'Plans' });
    const lines = await preview(`/api/rooms/${room.id}/links`, { allow_list: ['@example.com'] });
    expect(lines.gates).toMatchObject({
      allow_list_entries: 1,
      require_email: true,
      verify_email: true,
      nda_required: false,
    });
  });

  it('to send a quote shows its number, total, recipients and subject', async () => {
    const quote = await new DocumentWorld(service, service.acme.people.owner).quote();
    const lines = await preview(`/api/quotes/${quote.id}/send`, {
      to: ['buyer@example.com'],
      expected_total: quote.total,
    });
    expect(lines).toMatchObject({
      document: expect.stringMatching(/\d/),
      total: { amount: quote.total, currency: 'EUR' },
      to: ['buyer@example.com'],
      subject: expect.stringContaining('Quote'),
    });
  });

  it('to send an envelope names documents and recipients, and never the address of a signer', async () => {
    const id = await envelopeFor(new CallMaker(service, service.acme), '/api/signing/{id}/send');
    const lines = await preview(`/api/signing/${id}/send`, {}, 'agent');
    expect(lines).toMatchObject({
      recipients: [{ name: 'Amy', role: 'approver', routing_order: 1 }],
      documents: [expect.any(String)],
    });
    expect(JSON.stringify(lines)).not.toContain('amy@acme.example');
  });
});
