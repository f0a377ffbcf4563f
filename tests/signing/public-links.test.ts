// What links answer before anything else, and what becomes of them with the envelope.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../support/until.ts';
import { address, type Data, refusal, SigningWorld, signer } from './signing-world.ts';

let world: SigningWorld;

beforeAll(async () => {
  world = await SigningWorld.start();
});
afterAll(() => world?.stop());

const DAY = 86_400;
const UNKNOWN = 'A'.repeat(43);
const FOREIGN = '0192f0c1-1111-7111-8111-111111111111';

/** Every public call, with input that is not valid where it takes one. */
const CALLS: [string, string, object?][] = [
  ['GET', ''],
  ['GET', '/documents/no-id'],
  ['GET', `/documents/${FOREIGN}`],
  ['POST', '/authenticate', {}],
  ['POST', '/sign', { fields: 7, other: 1 }],
  ['POST', '/decline', { reason: '' }],
];

async function answers(token: string): Promise<string[]> {
  const replies = [];
  for (const [method, path, body] of CALLS) {
    const { status, body: answer } = await world.visit(method, token, path, body);
    const { request_id, ...error } = answer.error ?? {};
    replies.push(JSON.stringify([status, error]));
  }
  return [...new Set(replies)];
}

describe('a link', () => {
  it('that is unknown, malformed or replaced is the same 404 for every call, whatever its input', async () => {
    const ada = address('ada');
    const { id, recipients } = await world.sent([signer('Ada', ada)]);
    const replaced = await world.token(ada);
    await world.ok('PATCH', `/api/signing/${id}/recipients/${recipients[0].id}`, { name: 'Ada King' });
    const all = await Promise.all([UNKNOWN, 'abc', 'x'.repeat(300), '%20', replaced].map(answers));
    const missing = { code: 'NOT_FOUND', message: 'There is no such link.', retryable: false };
    expect([...new Set(all.flat())]).toEqual([JSON.stringify([404, missing])]);
  });

  it('to what has ended is 410 for every call, before its input is looked at', async () => {
    const ada = address('ada');
    const { id } = await world.sent([signer('Ada', ada)]);
    const token = await world.token(ada);
    await world.ok('POST', `/api/signing/${id}/void`, { reason: 'Over.' });
    const all = (await answers(token)).map((text) => JSON.parse(text));
    expect(all).toEqual([[410, expect.objectContaining({ code: 'ENVELOPE_CLOSED' })]]);
    expect(all[0][1].details).toEqual({ status: 'voided' });
  });

  it('asks for the session before it looks at the input', async () => {
    const ada = address('ada');
    await world.sent([signer('Ada', ada, { auth: 'access_code', access_code: ' open sesame ' })]);
    const token = await world.token(ada);
    for (const path of ['/sign', '/decline'])
      expect(refusal(await world.visit('POST', token, path, {}))).toEqual([
        ...[401, 'UNAUTHENTICATED'],
        { auth: 'access_code' },
      ]);
    expect(refusal(await world.visit('POST', token, '/authenticate', {}))).toEqual([
      ...[400, 'VALIDATION_ERROR'],
      'required',
    ]);
    const body = { action: 'verify', code: 'open sesame' };
    const { session_token: session } = (await world.visit('POST', token, '/authenticate', body)).body.data;
    expect((await world.visit('POST', token, '/sign', {}, session)).status).toBe(400);
  });

  it('ends the addresses of its documents with it', async () => {
    const ada = address('ada');
    const { id, documents, recipients } = await world.sent([signer('Ada', ada)]);
    const query =
      'query($t: String!, $d: UUID!) { signingSessionDocument(token: $t, documentId: $d) { url } }';
    const read = async (token: string): Promise<string> => {
      const variables = { t: token, d: documents[0].id };
      const { body } = await world.service.graphql(query, variables, { as: null });
      return body.data.signingSessionDocument.url;
    };
    const status = async (url: string) => {
      const { pathname } = new URL(url);
      return (await fetch(`${world.service.url}${pathname}`)).status;
    };
    const first = await read(await world.token(ada));
    expect(await status(first)).toBe(200);
    await world.ok('PATCH', `/api/signing/${id}/recipients/${recipients[0].id}`, { name: 'Ada King' });
    const second = await read(await world.token(ada));
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    await world.ok('POST', `/api/signing/${id}/void`, { reason: 'Over.' });
    expect(await status(second)).toBe(404);
  });

  it('shares its idempotency keys with the other links of its recipient', async () => {
    const ada = address('ada');
    const { id } = await world.sent([signer('Ada', ada)]);
    const first = await world.token(ada);
    await world.ok('POST', `/api/signing/${id}/remind`, {});
    const second = await world.token(ada);
    const decline = (token: string, reason: string) =>
      world.send(
        'POST',
        `/api/signing/public/${token}/decline`,
        { reason },
        { as: null, headers: { 'idempotency-key': 'one' } },
      );
    const declined = await decline(first, 'Too expensive.');
    expect(declined.body.data.envelope_status).toBe('declined');
    const again = await decline(second, 'Too expensive.');
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([declined.text, 'true']);
    expect((await decline(second, 'Too late.')).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('whoever takes the place of a recipient', () => {
  it('opens the envelope anew, which is recorded', async () => {
    const [ada, bea] = [address('ada'), address('bea')];
    const { id, recipients } = await world.sent([signer('Ada', ada)]);
    await world.view(await world.token(ada));
    const correction = { name: 'Bea', email: bea };
    const corrected = await world.ok(
      'PATCH',
      `/api/signing/${id}/recipients/${recipients[0].id}`,
      correction,
    );
    expect(corrected.recipients).toMatchObject([{ name: 'Bea', status: 'sent', viewed_at: null }]);
    const token = await world.token(bea);
    expect((await world.view(token)).recipient).toMatchObject({ name: 'Bea', status: 'viewed' });
    const events = (await world.evidence(id)).events.filter(({ type }: Data) => type === 'viewed');
    expect(events.map(({ actor }: Data) => actor.label)).toEqual(['Ada', 'Bea']);
    expect((await world.get(id)).recipients[0].viewed_at).toBe(events[1].at);
  });
});

describe('the end of the time of an envelope', () => {
  it('is settled when the sender reads it, once', async () => {
    const { id, version } = await world.sent([signer('Ada', address('ada'))]);
    await world.pass(31 * DAY);
    const reads = await Promise.all([world.get(id), world.get(id), world.evidence(id)]);
    expect(reads.slice(0, 2).map(({ status }) => status)).toEqual(['expired', 'expired']);
    expect(await world.get(id)).toMatchObject({ status: 'expired', version: version + 1 });
    expect((await world.types(id)).filter((type) => type === 'expired')).toHaveLength(1);
  });

  it('stops the reminders, which go on when it is opened again', async () => {
    const ada = address('ada');
    const reminder = { after_days: 3, every_days: 2 };
    const { id } = await world.sent([signer('Ada', ada)], { reminder });
    await world.token(ada);
    await world.pass(31 * DAY);
    expect((await world.get(id)).status).toBe('expired');
    const due = () =>
      world.inspector.query<{ due: Date | null; now: Date }>(
        `select next_reminder_at as due, updated_at as now from envelopes where id = '${id}'`,
      );
    expect((await due())[0]!.due).toBeNull();
    await world.ok('POST', `/api/signing/${id}/remind`, { extend_days: 9 });
    const [after] = await due();
    expect(after!.due!.getTime() - after!.now.getTime()).toBe(2 * DAY * 1000);
  });
});

describe('a recipient whose mail is refused for good', () => {
  it('stops the group until corrected, and is not reminded', async () => {
    const bob = address('bob');
    const { id, recipients } = await world.sent([
      signer('Nobody', address('nobody')),
      signer('Bob', bob, { routing_order: 2 }),
    ]);
    const bounced = await until(async () => {
      const envelope = await world.get(id);
      return envelope.recipients[0].status === 'bounced' ? envelope : undefined;
    });
    expect([bounced.status, bounced.recipients[1].status]).toEqual(['sent', 'queued']);
    expect(await world.types(id)).toEqual(['created', 'sent', 'email_bounced']);
    const reminded = await world.ok('POST', `/api/signing/${id}/remind`, {});
    expect(reminded.version).toBe(bounced.version);
    const ada = address('ada');
    const correction = { name: 'Ada', email: ada };
    await world.ok('PATCH', `/api/signing/${id}/recipients/${recipients[0].id}`, correction);
    const signed = await world.sign(await world.token(ada));
    expect(signed.body.data.envelope_status).toBe('partially_signed');
    expect((await world.sign(await world.token(bob))).body.data.envelope_status).toBe('completing');
  });
});

describe('a reminder', () => {
  it('names whose turn it is, and a deadline that can be, before the pause counts', async () => {
    const envelope = await world.sent([
      signer('Ada', address('ada')),
      signer('Bob', address('bob'), { routing_order: 2 }),
    ]);
    const path = `/api/signing/${envelope.id}/remind`;
    await world.ok('POST', path, {});
    const later = await world.send('POST', path, { recipient_ids: [envelope.recipients[1].id] });
    expect([later.status, later.body.error.fields]).toEqual([
      400,
      [expect.objectContaining({ path: 'recipient_ids[0]', rule: 'exists' })],
    ]);
    await world.pass(3600);
    const far = await world.send('POST', path, { extend_days: 365 });
    expect([far.status, far.body.error.fields]).toEqual([
      400,
      [expect.objectContaining({ path: 'extend_days', rule: 'range' })],
    ]);
  });
});

describe('an agent', () => {
  it('reads the manifest without the mail addresses of signers', async () => {
    const [ada, vera] = [address('ada'), address('vera')];
    const { id } = await world.sent([signer('Ada', ada), { role: 'viewer', name: 'Vera', email: vera }]);
    await world.view(await world.token(vera));
    await world.sign(await world.token(ada));
    await world.completed(id);
    const { agent } = world.service.acme;
    const reply = await world.send('GET', `/api/signing/${id}/evidence`, undefined, { as: agent });
    expect(reply.body.data.manifest.recipients).toMatchObject([
      { name: 'Ada', email: null, status: 'signed' },
      { name: 'Vera', email: null, status: 'viewed' },
    ]);
    expect(reply.text).not.toContain(ada);
    expect(reply.text).not.toContain(vera);
    expect((await world.evidence(id)).manifest.recipients[0].email).toBe(ada);
  });
});
