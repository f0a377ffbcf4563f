// Envelopes carried out by another provider: handing over, signed events in any order, signed documents, voiding.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { Reply } from '../support/service.ts';
import { until } from '../support/until.ts';
import { type ProviderServer, startProvider } from './provider-server.ts';
import { address, type Data, pdf, SigningWorld, signer } from './signing-world.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const INGRESS_SECRET = newSecret();

let world: SigningWorld;
let provider: ProviderServer;
let connection: string;

beforeAll(async () => {
  world = await SigningWorld.start();
  provider = await startProvider();
  connection = (await world.ok('POST', '/api/settings/api-keys', keyOf())).id;
});

afterEach(() => provider.recover());

afterAll(async () => {
  await world?.stop();
  await provider?.stop();
});

function keyOf(): object {
  return {
    ...{ label: 'Signing provider', provider: 'custom', base_url: provider.url },
    ...{ secret: provider.secret, ingress_secret: INGRESS_SECRET },
  };
}

interface Sending {
  key?: string;
  headers?: Record<string, string>;
  to?: string;
}

const now = () => Math.floor(world.service.server.services.clock.now().getTime() / 1000);

/** Sends a body as the provider does. */
function post(
  body: string,
  { key = INGRESS_SECRET, headers, to = connection }: Sending = {},
): Promise<Reply> {
  const seconds = now();
  const v1 = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  return world.service.rest('POST', `/api/signing/webhooks/generic?connection_id=${to}`, body, {
    as: null,
    headers: {
      'content-type': 'application/json',
      ...(headers ?? { 'x-signing-signature': `t=${seconds},v1=${v1}` }),
    },
  });
}

function eventOf(type: string, providerEnvelopeId: string, data: object = {}): string {
  const created = new Date(now() * 1000).toISOString();
  return JSON.stringify({
    id: randomUUID(),
    type,
    created,
    data: { provider_envelope_id: providerEnvelopeId, ...data },
  });
}

/** Sends an event and waits until its effects have happened. */
async function happens(type: string, envelope: Data, data: object = {}): Promise<Data> {
  const body = eventOf(type, envelope.provider_envelope_id, data);
  expect(await post(body)).toMatchObject({ status: 200, body: { received: true, duplicate: false } });
  await applied(JSON.parse(body).id);
  return world.get(envelope.id);
}

function applied(eventId: string): Promise<unknown> {
  return until(async () => {
    const [row] = await world.inspector.query<{ state: string }>(
      'select state from signing_provider_events where event_id = $1',
      [eventId],
    );
    return row?.state === 'applied';
  });
}

/** Makes an envelope at the provider, and waits until that has taken it. */
async function handedOver(recipients: object[], input: object = {}): Promise<Data> {
  const { id } = await world.sent(recipients, { provider: connection, ...input });
  return until(async () => {
    const envelope = await world.get(id);
    return envelope.provider_envelope_id ? envelope : undefined;
  });
}

const statuses = ({ recipients }: Data): string[] => recipients.map(({ status }: Data) => status);

describe('an envelope at another provider', () => {
  it('is handed over with its documents, and nobody gets a mail from us', async () => {
    const [ada, bob] = [address('ada'), address('bob')];
    const envelope = await handedOver([signer('Ada', ada), { role: 'cc', name: 'Bob', email: bob }]);
    expect(envelope).toMatchObject({ status: 'sent', provider: connection });
    expect(statuses(envelope)).toEqual(['queued', 'created']);
    const request = provider.envelopes.get(envelope.provider_envelope_id)!;
    expect(request).toMatchObject({
      ...{ envelope_id: envelope.id, title: 'Master agreement' },
      recipients: [
        { role: 'signer', name: 'Ada', email: ada, routing_order: 1 },
        { role: 'cc', email: bob },
      ],
      fields: [{ type: 'signature', page: 1, recipient_id: envelope.recipients[0].id }],
      callback_url: expect.stringMatching(
        new RegExp(`/api/signing/webhooks/generic\\?connection_id=${connection}$`),
      ),
    });
    const [document] = request.documents;
    const bytes = Buffer.from(document.content_base64, 'base64');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(envelope.documents[0].sha256_original);
    expect(document.sha256).toBe(envelope.documents[0].sha256_original);
    expect(world.mails.to(ada)).toEqual([]);
  });

  it('goes on by the events of the provider, and is sealed with its documents', async () => {
    const [ada, bob, eve] = [address('ada'), address('bob'), address('eve')];
    const people = [signer('Ada', ada), { role: 'approver', name: 'Bob', email: bob }];
    const envelope = await handedOver([...people, { role: 'viewer', name: 'Eve', email: eve }]);
    const [first, second] = envelope.recipients;
    expect(statuses(await happens('recipient.sent', envelope, { recipient: first.id }))[0]).toBe('sent');
    expect(statuses(await happens('recipient.viewed', envelope, { recipient: ada.toUpperCase() }))[0]).toBe(
      'viewed',
    );
    const signed = await happens('recipient.signed', envelope, { recipient: ada });
    expect(signed).toMatchObject({ status: 'partially_signed', progress: { done: 1, total: 3 } });
    await happens('recipient.signed', envelope, { recipient: second.id });
    const seen = await happens('recipient.viewed', envelope, { recipient: eve });
    expect([seen.status, statuses(seen)]).toEqual(['partially_signed', ['signed', 'approved', 'viewed']]);
    const sealed = await pdf(2);
    provider.seal(envelope.documents[0].id, sealed);
    await happens('envelope.completed', envelope);
    const completed = await world.completed(envelope.id);
    expect(completed.documents[0].sha256_final).toBe(createHash('sha256').update(sealed).digest('hex'));
    const { events, chain_valid, manifest } = await world.evidence(envelope.id);
    expect([chain_valid, manifest.documents[0].sha256_final]).toEqual([
      true,
      completed.documents[0].sha256_final,
    ]);
    const types = events.map(({ type }: Data) => type);
    expect(types.filter((type: string) => type === 'provider_event')).toHaveLength(6);
    expect(types).toEqual(expect.arrayContaining(['signed', 'approved', 'viewed', 'completed']));
    expect(world.mails.to(ada)).toEqual([]);
  });

  it('only moves forward when events come late or in another order', async () => {
    const [ada, bob] = [address('ada'), address('bob')];
    const envelope = await handedOver([signer('Ada', ada), signer('Bob', bob, { routing_order: 2 })]);
    await happens('recipient.signed', envelope, { recipient: ada });
    for (const late of ['recipient.sent', 'recipient.viewed', 'recipient.bounced', 'recipient.declined'])
      expect(statuses(await happens(late, envelope, { recipient: ada }))[0]).toBe('signed');
    provider.seal(envelope.documents[0].id, await pdf());
    const body = eventOf('recipient.signed', envelope.provider_envelope_id, { recipient: bob });
    const completing = await happens('envelope.completed', envelope);
    expect(statuses(completing)).toEqual(['signed', 'signed']);
    const { version } = await world.completed(envelope.id);
    await post(body);
    await applied(JSON.parse(body).id);
    await happens('envelope.voided', envelope);
    expect(await world.get(envelope.id)).toMatchObject({ status: 'completed', version });
    expect((await world.evidence(envelope.id)).chain_valid).toBe(true);
  });

  it('ends when somebody declines, or the provider voids or expires it', async () => {
    const ada = address('ada');
    const ends: [string, object, object][] = [
      [
        'recipient.declined',
        { recipient: ada, reason: 'Too dear' },
        { status: 'declined', decline_reason: 'Too dear' },
      ],
      ['envelope.declined', { reason: 'No' }, { status: 'declined', decline_reason: 'No' }],
      ['envelope.voided', { reason: 'Wrong file' }, { status: 'voided', void_reason: 'Wrong file' }],
      ['envelope.expired', {}, { status: 'expired' }],
    ];
    for (const [type, data, expected] of ends) {
      const envelope = await handedOver([signer('Ada', ada)]);
      expect(await happens(type, envelope, data)).toMatchObject(expected);
    }
  });

  it('goes on after a decline if its policy says so', async () => {
    const [ada, bob] = [address('ada'), address('bob')];
    const people = [signer('Ada', ada), signer('Bob', bob)];
    const envelope = await handedOver(people, { decline_policy: 'continue' });
    const declined = await happens('recipient.declined', envelope, { recipient: ada, reason: 'No' });
    expect([declined.status, statuses(declined)]).toEqual(['partially_signed', ['declined', 'queued']]);
    expect((await happens('recipient.signed', envelope, { recipient: bob })).status).toBe('partially_signed');
  });

  it('is voided at the provider when it is voided here', async () => {
    const envelope = await handedOver([signer('Ada', address('ada'))]);
    await world.ok('POST', `/api/signing/${envelope.id}/void`, { reason: 'Not needed' });
    await until(() => provider.voided.get(envelope.provider_envelope_id) === 'Not needed');
  });

  it('is neither reminded nor corrected here, and its key cannot be deleted meanwhile', async () => {
    const envelope = await handedOver([signer('Ada', address('ada'))]);
    const [{ id: recipientId }] = envelope.recipients;
    const path = `/api/signing/${envelope.id}`;
    const conflict = [409, 'CONFLICT', { reason: 'external_provider' }];
    expect(await world.refused('POST', `${path}/remind`, {})).toEqual(conflict);
    expect(await world.refused('PATCH', `${path}/recipients/${recipientId}`, { name: 'Ada L.' })).toEqual(
      conflict,
    );
    expect((await world.refused('DELETE', `/api/settings/api-keys/${connection}`)).slice(0, 2)).toEqual([
      409,
      'RESOURCE_IN_USE',
    ]);
  });

  it('is handed over again when the provider was busy, once', async () => {
    provider.failWith(503, 1);
    const { id } = await world.sent([signer('Ada', address('ada'))], { provider: connection });
    await until(() => provider.failures === 1);
    await world.inspector.query(
      'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())',
    );
    await until(async () => (await world.get(id)).provider_envelope_id);
    expect([...provider.envelopes.values()].filter(({ envelope_id }) => envelope_id === id)).toHaveLength(1);
  });

  it('is voided when the provider refuses it for good', async () => {
    provider.failWith(401, 1);
    const { id } = await world.sent([signer('Ada', address('ada'))], { provider: connection });
    const voided = await until(async () => {
      const envelope = await world.get(id);
      return envelope.status === 'voided' && envelope;
    });
    expect(voided.void_reason).toBe('The signing provider did not take the envelope (auth).');
  });
});

describe('the provider of a draft', () => {
  it('is a key of custom with an address and a secret for events', async () => {
    const { id: other } = await world.ok('POST', '/api/settings/api-keys', {
      ...{ label: 'Without events', provider: 'custom', base_url: provider.url, secret: 'x'.repeat(20) },
    });
    for (const wrong of [other, randomUUID(), 'generic'])
      expect(await world.refused('POST', '/api/signing', { title: 'X', provider: wrong })).toEqual([
        400,
        'VALIDATION_ERROR',
        'exists',
      ]);
  });
});

describe('an event of a signing provider', () => {
  let envelope: Data;

  beforeAll(async () => {
    envelope = await handedOver([signer('Ada', address('ada'))]);
  });

  const stored = async () =>
    (await world.inspector.query('select event_id from signing_provider_events')).length;

  it('is refused without a good signature, in the same way for an unknown connection, and not stored', async () => {
    const body = eventOf('recipient.sent', envelope.provider_envelope_id);
    const before = await stored();
    const sign = (seconds: number | string, key = INGRESS_SECRET) =>
      `v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;
    const old = now() - 301;
    const attempts: Sending[] = [
      ...[randomUUID(), 'none', ''].map((to) => ({ to })),
      { key: newSecret() },
      ...['', sign(now()), `t=${old},${sign(old)}`, `t=1e9,${sign('1e9')}`, `t=${now()},v1=00`].map(
        (header) => ({
          headers: { 'x-signing-signature': header },
        }),
      ),
    ];
    for (const attempt of attempts)
      expect([attempt, (await post(body, attempt)).body.error?.code]).toEqual([attempt, 'INVALID_SIGNATURE']);
    const other = await world.service.rest('POST', '/api/signing/webhooks/other', body, { as: null });
    expect([other.status, other.body.error.code]).toEqual([404, 'UNKNOWN_PROVIDER']);
    expect(await stored()).toBe(before);
  });

  it('is refused when it is no JSON or has no id or type, and not stored', async () => {
    const before = await stored();
    for (const [body, code] of [
      ['{', 'MALFORMED_REQUEST'],
      ['null', 'VALIDATION_ERROR'],
      ['{"type": "recipient.sent"}', 'VALIDATION_ERROR'],
      ['{"id": 1, "type": "recipient.sent"}', 'VALIDATION_ERROR'],
      ['{"id": "x"}', 'VALIDATION_ERROR'],
    ] as const) {
      const { status, body: reply } = await post(body);
      expect([body, status, reply.error.code]).toEqual([body, 400, code]);
    }
    expect(await stored()).toBe(before);
  });

  it('is applied once, however often it comes', async () => {
    const body = eventOf('recipient.sent', envelope.provider_envelope_id, {
      recipient: envelope.recipients[0].id,
    });
    const replies = await Promise.all([1, 2, 3, 4].map(() => post(body)));
    expect(replies.map(({ body: { duplicate } }) => duplicate).sort()).toEqual([false, true, true, true]);
    await applied(JSON.parse(body).id);
    const count = async () =>
      (await world.types(envelope.id)).filter((type) => type === 'provider_event').length;
    const before = await count();
    expect((await post(body)).body).toEqual({ received: true, duplicate: true });
    expect(await count()).toBe(before);
  });

  it('of an unknown type is stored and changes nothing', async () => {
    const before = await world.get(envelope.id);
    for (const body of [
      eventOf('recipient.delegated', envelope.provider_envelope_id),
      JSON.stringify({ id: randomUUID(), type: 'recipient.signed', data: null }),
      JSON.stringify({ id: randomUUID(), type: 'recipient.signed' }),
    ]) {
      expect(await post(body)).toMatchObject({ status: 200, body: { received: true, duplicate: false } });
      const [row] = await world.inspector.query(
        'select state from signing_provider_events where event_id = $1',
        [JSON.parse(body).id],
      );
      expect(row).toEqual({ state: 'ignored' });
    }
    expect(await world.get(envelope.id)).toEqual(before);
  });

  it('may be signed by Standard Webhooks, and by the former secret for a day after its replacement', async () => {
    const body = () =>
      eventOf('recipient.sent', envelope.provider_envelope_id, { recipient: envelope.recipients[0].id });
    const webhook = (text: string, key: string): Sending => {
      const id = randomUUID();
      const time = new Date(now() * 1000);
      return {
        headers: {
          ...{ 'webhook-id': id, 'webhook-timestamp': String(now()) },
          'webhook-signature': `v1,${randomBytes(32).toString('base64')} ${new Webhook(key).sign(id, time, text)}`,
        },
      };
    };
    const text = body();
    expect((await post(text, webhook(text, INGRESS_SECRET))).status).toBe(200);
    const next = newSecret();
    await world.ok('PATCH', `/api/settings/api-keys/${connection}`, { ingress_secret: next });
    for (const key of [INGRESS_SECRET, next]) expect((await post(body(), { key })).status).toBe(200);
    await world.pass(24 * 3600 + 1);
    expect((await post(body())).status).toBe(401);
    expect((await post(body(), { key: next })).status).toBe(200);
    await world.ok('PATCH', `/api/settings/api-keys/${connection}`, { ingress_secret: INGRESS_SECRET });
  });

  it('waits for an envelope that is not known yet, for 72 hours', async () => {
    const early = eventOf('recipient.signed', 'not known yet', { recipient: 'ada@buyer.example' });
    const never = eventOf('recipient.signed', 'never known');
    for (const body of [early, never]) expect((await post(body)).status).toBe(200);
    provider.nextId = 'not known yet';
    const envelope = await handedOver([signer('Ada', 'ada@buyer.example')]);
    await applied(JSON.parse(early).id);
    expect((await world.get(envelope.id)).status).toBe('partially_signed');
    await world.pass(72 * 3600 + 60);
    await until(async () => {
      await world.inspector.query(
        'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())',
      );
      const [row] = await world.inspector.query<{ state: string }>(
        'select state from signing_provider_events where event_id = $1',
        [JSON.parse(never).id],
      );
      return row!.state === 'dead';
    });
  });
});
