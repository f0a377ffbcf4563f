// What clients do with the link of a quote or invoice, and what repeating it does.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';
import { DocumentWorld } from './world.ts';

let service: TestService;
let world: DocumentWorld;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
});
afterAll(() => service?.stop());

/** Sends a document. @returns the path of its link */
async function sent(kind: 'quotes' | 'invoices', id: string): Promise<string> {
  const { body } = await world.ok('POST', `/api/${kind}/${id}/send`, { to: ['ada@buyer.example'] });
  return `/api/${kind}/public/${body.data.public_url.split('token=')[1]}`;
}

async function sentQuote() {
  const { id } = await world.quote();
  const path = await sent('quotes', id);
  const { document_hash } = (await world.ok('GET', path, undefined, { as: null })).body.data;
  return { id, path, document_hash };
}

const keyed = (key: string) => ({ as: null, headers: { 'idempotency-key': key } });

describe('the decision of a client', () => {
  it('is repeated by its key with the first answer, and is made once', async () => {
    const { id, path, document_hash } = await sentQuote();
    const body = { decision: 'accepted', name: 'Ada', email: 'ada@buyer.example', document_hash };
    const decide = (key: string, more: object = {}) =>
      world.send('POST', `${path}/decision`, { ...body, ...more }, keyed(key));
    const [first, again] = [await decide('one'), await decide('one')];
    expect([first.status, first.body.data.status]).toEqual([200, 'accepted']);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await decide('one', { name: 'Bob' })).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const late = await decide('two');
    expect([late.status, late.body.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    expect((await decide('two')).headers.get('idempotency-replayed')).toBe('true');
    const events = await service.sql(
      service.acme,
      `select 1 from events where type = 'quote.accepted' and object_id = '${id}'`,
    );
    expect(events).toHaveLength(1);
  });

  it('has keys of its own for each link, and of no other caller', async () => {
    const [one, two] = [await sentQuote(), await sentQuote()];
    for (const { path, document_hash } of [one, two]) {
      const body = {
        decision: 'declined',
        name: 'Ada',
        email: 'ada@buyer.example',
        document_hash,
        reason: 'no',
      };
      const reply = await world.send('POST', `${path}/decision`, body, keyed('same'));
      expect([reply.status, reply.headers.get('idempotency-replayed')]).toEqual([200, null]);
    }
  });

  it('shares its keys with GraphQL', async () => {
    const { path, document_hash } = await sentQuote();
    const input = { decision: 'accepted', name: 'Ada', email: 'ada@buyer.example', document_hash };
    const token = path.slice(path.lastIndexOf('/') + 1);
    const ask = () =>
      service.graphql(
        'mutation ($token: String!, $input: PublicDecisionInput!) { decidePublicQuote(token: $token, input: $input) { status } }',
        {
          token,
          input: { ...input, decision: 'ACCEPTED', documentHash: document_hash, document_hash: undefined },
        },
        keyed('both'),
      );
    const [first, again] = [await ask(), await ask()];
    expect(first.body.data).toEqual({ decidePublicQuote: { status: 'ACCEPTED' } });
    expect(again.text).toBe(first.text);
    const rest = await world.send('POST', `${path}/decision`, input, keyed('both'));
    expect(rest.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('the first view of a link', () => {
  it('is that of the client, not one by the workspace itself', async () => {
    const { id: quoteId } = await world.quote();
    const { id: invoiceId } = await world.issued();
    for (const [kind, id] of [
      ['quotes', quoteId],
      ['invoices', invoiceId],
    ] as const) {
      const path = await sent(kind, id);
      const viewedAt = async () => (await world.ok('GET', `/api/${kind}/${id}`)).body.data.viewed_at;
      await world.ok('GET', path);
      expect(await viewedAt()).toBeNull();
      await world.ok('GET', path, undefined, { as: null, headers: { authorization: 'Bearer expired' } });
      expect(await viewedAt()).toEqual(expect.any(String));
    }
  });
});

describe('the payment of a client', () => {
  it('is refused again by its key with the first refusal', async () => {
    const { id } = await world.issued();
    const path = await sent('invoices', id);
    const pay = () => world.send('POST', `${path}/pay`, {}, keyed('pay'));
    const [first, again] = [await pay(), await pay()];
    expect([first.status, first.body.error.code]).toEqual([409, 'CONNECTOR_NOT_CONFIGURED']);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});
