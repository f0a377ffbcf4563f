// Signing from the draft to the sealed PDF, as sender and recipients do it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { address, type Data, pdf, place, refusal, SigningWorld, signer } from './signing-world.ts';

let world: SigningWorld;

beforeAll(async () => {
  world = await SigningWorld.start();
});

afterAll(() => world?.stop());

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

describe('an envelope', () => {
  it('goes from group to group, is sealed, and everybody reads the sealed document', async () => {
    const [ada, bob, vera, carl] = ['ada', 'bob', 'vera', 'carl'].map(address) as [
      string,
      string,
      string,
      string,
    ];
    const envelope = await world.sent([
      signer('Ada Byron', ada),
      { role: 'viewer', name: 'Vera Viewer', email: vera, routing_order: 2 },
      signer('Bob Builder', bob, { routing_order: 3 }),
      { role: 'cc', name: 'Carl Copy', email: carl },
    ]);
    expect(envelope).toMatchObject({ status: 'sent', progress: { done: 0, total: 3 } });
    expect(envelope.recipients.map(({ status }: Data) => status)).toEqual([
      'sent',
      'queued',
      'queued',
      'created',
    ]);
    const token = await world.token(ada);
    const view = await world.view(token);
    expect(view).toMatchObject({
      state: 'to_sign',
      auth: 'none',
      recipient: { name: 'Ada Byron', status: 'viewed' },
    });
    expect(view.fields).toHaveLength(1);
    expect(view.document_digest).toBe(sha256(view.documents.map((one: Data) => one.sha256).join('\n')));
    const original = await world.visit('GET', token, `/documents/${view.documents[0].id}`);
    expect(original.headers.get('content-type')).toBe('application/pdf');
    const signed = await world.sign(token);
    expect([signed.status, signed.body.data]).toEqual([
      200,
      { recipient_status: 'signed', envelope_status: 'partially_signed', at: expect.any(String) },
    ]);
    expect((await world.sign(token)).body.data).toEqual(signed.body.data);
    const viewerToken = await world.token(vera);
    expect(await world.view(viewerToken)).toMatchObject({ state: 'to_view', fields: [] });
    const last = await world.sign(await world.token(bob));
    expect(last.body.data.envelope_status).toBe('completing');
    const completed = await world.completed(envelope.id);
    expect(completed.progress).toEqual({ done: 3, total: 3 });
    expect(completed.recipients.map(({ status }: Data) => status)).toEqual([
      'signed',
      'viewed',
      'signed',
      'sent',
    ]);
    const copy = await world.view(await world.token(carl));
    expect(copy).toMatchObject({ state: 'completed' });
    const { token: jwt, tenantId } = world.service.acme.people.owner;
    const [document] = completed.documents;
    const content = await fetch(
      `${world.service.url}/api/signing/${envelope.id}/documents/${document.id}/content`,
      {
        headers: { authorization: `Bearer ${jwt}`, 'x-tenant-id': tenantId },
      },
    );
    const bytes = Buffer.from(await content.arrayBuffer());
    expect(sha256(bytes)).toBe(document.sha256_final);
    expect(content.headers.get('etag')).toContain(document.sha256_final);
    expect(await world.ok('POST', '/api/signing/verify', { sha256: document.sha256_final })).toEqual({
      match: 'final',
      envelope_id: envelope.id,
      document_id: document.id,
      completed_at: completed.completed_at,
      chain_valid: true,
    });
    const certificate = await world.service.rest('GET', `/api/signing/${envelope.id}/certificate`);
    expect(certificate.text.slice(0, 5)).toBe('%PDF-');
  });

  it('has evidence that anybody verifies with the published key', async () => {
    const ada = address('ada');
    const { id } = await world.sent([signer('Ada Byron', ada)]);
    await world.sign(await world.token(ada));
    await world.completed(id);
    const evidence = await world.evidence(id);
    let before = '0'.repeat(64);
    for (const event of evidence.events) {
      expect(event.prev_hash).toBe(before);
      before = sha256(`${before}\n${event.canonical}`);
      expect(event.hash).toBe(before);
    }
    const { keys } = (await (await fetch(`${world.service.url}/api/auth/jwks.json`)).json()) as Data;
    const jwk = keys.find(({ kid }: Data) => kid === evidence.signature.kid);
    expect(jwk).toEqual(evidence.public_key);
    expect(jwk.kid).toMatch(/^evidence-/);
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    const [, script] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/signing.md', 'utf8'))!;
    writeFileSync(join(folder, 'verify.mjs'), script!);
    const check = (data: Data) => {
      writeFileSync(join(folder, 'evidence.json'), JSON.stringify({ data }));
      return execFileSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8' }).trim();
    };
    expect(check(evidence)).toBe('true');
    expect(check({ ...evidence, manifest: { ...evidence.manifest, title: 'Another' } })).toBe('false');
    expect(evidence.manifest.last_event_hash).toBe(
      evidence.events.find(({ type }: Data) => type === 'completed').hash,
    );
    const agent = await world.evidence(id, { as: world.service.acme.agent });
    for (const event of agent.events)
      expect(event).toMatchObject({ ip: null, user_agent: null, canonical: null });
  });

  it('that was signed cannot be changed even in the database', async () => {
    const ada = address('ada');
    const { id } = await world.sent([signer('Ada Byron', ada)]);
    await world.sign(await world.token(ada));
    await world.completed(id);
    const { services } = world.service.server;
    const attempt = (statement: string) =>
      services.database.write({ tenantId: world.service.acme.id }, (tx) =>
        tx.rows(statement, [world.service.acme.id, id]),
      );
    const where = 'where tenant_id = $1 and envelope_id = $2';
    for (const statement of [
      `update envelope_fields set value = '"x"' ${where}`,
      `update envelope_recipients set name = 'Eve' ${where}`,
      `update envelope_documents set sha256_final = 'x' ${where}`,
      `delete from envelope_fields ${where}`,
      `update envelopes set title = 'x' where tenant_id = $1 and id = $2`,
      `update envelopes set status = 'sent' where tenant_id = $1 and id = $2`,
      `update envelope_events set canonical = 'x' ${where}`,
    ])
      await expect(attempt(statement)).rejects.toThrow();
    expect((await world.evidence(id)).chain_valid).toBe(true);
  });

  it('is declined with a reason, and then its links are closed', async () => {
    const [ada, bob] = [address('ada'), address('bob')];
    const { id } = await world.sent([signer('Ada', ada), signer('Bob', bob)]);
    const [one, two] = [await world.token(ada), await world.token(bob)];
    const declined = await world.visit('POST', one, '/decline', { reason: 'Too long.' });
    expect(declined.body.data).toMatchObject({ recipient_status: 'declined', envelope_status: 'declined' });
    const closed = [410, 'ENVELOPE_CLOSED', { status: 'declined' }];
    expect(refusal(await world.visit('GET', two))).toEqual(closed);
    expect(refusal(await world.visit('POST', one, '/decline', { reason: 'Again.' }))).toEqual(closed);
    expect(await world.get(id)).toMatchObject({ status: 'declined', decline_reason: 'Too long.' });
    expect((await world.mails.next(bob)).text).toContain('was declined');
  });

  it('goes on after a refusal where its policy says so', async () => {
    const [ada, bob] = [address('ada'), address('bob')];
    const { id } = await world.sent([signer('Ada', ada), signer('Bob', bob)], { decline_policy: 'continue' });
    const [one, two] = [await world.token(ada), await world.token(bob)];
    const declined = await world.visit('POST', one, '/decline', { reason: 'No.' });
    expect(declined.body.data).toMatchObject({
      recipient_status: 'declined',
      envelope_status: 'partially_signed',
    });
    expect((await world.sign(two)).body.data.envelope_status).toBe('completing');
    expect((await world.completed(id)).recipients[0].status).toBe('declined');
  });

  it('is completed once when its last two signers sign at the same time', async () => {
    const [ada, bob] = [address('ada'), address('bob')];
    const { id } = await world.sent([signer('Ada', ada), signer('Bob', bob)]);
    const tokens = [await world.token(ada), await world.token(bob)];
    const replies = await Promise.all(tokens.map((token) => world.sign(token)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    await world.completed(id);
    const types = await world.types(id);
    expect(types.filter((type) => type === 'completed')).toHaveLength(1);
    expect(types.filter((type) => type === 'signed')).toHaveLength(2);
  });
});

describe('a signature', () => {
  it('needs consent, the digest of the documents and valid fields; a refusal writes nothing', async () => {
    const ada = address('ada');
    const { id } = await world.ready([signer('Ada Byron', ada)]);
    const draft = await world.get(id);
    const [recipient] = draft.recipients;
    const [document] = draft.documents;
    const field = (type: string, more: object = {}) =>
      place(recipient.id, document.id, { type, width: 0.2, height: 0.04, ...more });
    const { fields } = await world.fields(id, [
      place(recipient.id, document.id),
      field('text', { y: 0.1, required: false, validation: { format: 'number', max_length: 5 } }),
      field('dropdown', { y: 0.2, options: ['Yes', 'No'] }),
      field('checkbox', { y: 0.3, group: 'terms' }),
      field('checkbox', { y: 0.35, group: 'terms' }),
      field('date_signed', { y: 0.4 }),
      field('name', { y: 0.45 }),
      field('text', { y: 0.5 }),
    ]);
    await world.ok('POST', `/api/signing/${id}/send`, {});
    const token = await world.token(ada);
    await world.view(token);
    const [signature, text, choice, box, , date, , note] = fields.map((one: Data) => one.id);
    const right = { [choice]: 'Yes', [box]: true, [note]: 'Seen' };
    const before = await world.inspector.fingerprint();
    const path = (id: string) => `fields.${id}`;
    const cases: [Data, number, string, string | null][] = [
      [{ consent: { accepted: false, version: '1' }, fields: right }, 400, 'consent_required', 'consent'],
      [{ consent: { accepted: true, version: '0' }, fields: right }, 400, 'consent_required', 'consent'],
      [{ fields: { ...right, [signature]: null } }, 400, 'required', path(signature)],
      [
        { fields: { ...right, [signature]: { type: 'typed', text: '中' } } },
        400,
        'not_printable',
        path(signature),
      ],
      [
        { fields: { ...right, [signature]: { type: 'drawn', png_base64: 'AAAA' } } },
        400,
        'png',
        path(signature),
      ],
      [{ fields: { ...right, [text]: 'abc' } }, 400, 'format', path(text)],
      [{ fields: { ...right, [text]: '123456' } }, 400, 'max_length', path(text)],
      [{ fields: { ...right, [choice]: 'Maybe' } }, 400, 'option', path(choice)],
      [{ fields: { [choice]: 'Yes', [note]: 'Seen' } }, 400, 'required', path(box)],
      [{ fields: { ...right, [note]: ' \n ' } }, 400, 'required', path(note)],
      [{ fields: { ...right, [date]: '2026-01-01' } }, 400, 'read_only', path(date)],
      [{ fields: { ...right, [crypto.randomUUID()]: 'x' } }, 400, 'unknown_field', null],
    ];
    for (const [more, status, rule, at] of cases) {
      const reply = await world.sign(token, more);
      expect(refusal(reply)).toEqual([status, 'VALIDATION_ERROR', rule]);
      if (at) expect(reply.body.error.fields[0].path).toBe(at);
    }
    const stale = await world.sign(token, { fields: right, document_digest: 'f'.repeat(64) });
    expect(refusal(stale).slice(0, 2)).toEqual([409, 'DOCUMENT_CHANGED']);
    expect(await world.inspector.fingerprint()).toEqual(before);
    expect((await world.sign(token, { fields: right })).status).toBe(200);
    const done = await world.view(token);
    expect(done.fields.find((one: Data) => one.id === date).value).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    await world.completed(id);
  });

  it('waits for its turn, and a viewer does not sign', async () => {
    const [ada, vera] = [address('ada'), address('vera')];
    const { id } = await world.sent([signer('Ada', ada), { role: 'viewer', name: 'Vera', email: vera }]);
    const token = await world.token(vera);
    expect(refusal(await world.sign(token)).slice(0, 2)).toEqual([409, 'NOT_YOUR_TURN']);
    // Her part is done by seeing it.
    expect(await world.get(id)).toMatchObject({
      status: 'partially_signed',
      progress: { done: 1, total: 2 },
    });
  });

  it('by an approver has no fields', async () => {
    const amy = address('amy');
    const { id } = await world.sent([{ role: 'approver', name: 'Amy', email: amy }]);
    const reply = await world.sign(await world.token(amy));
    expect(reply.body.data).toMatchObject({ recipient_status: 'approved', envelope_status: 'completing' });
    await world.completed(id);
  });
});

describe('a document', () => {
  it('of another kind is refused with the reason', async () => {
    const { id } = await world.draft();
    const post = (bytes: Buffer) =>
      world.refused('POST', `/api/signing/${id}/documents`, {
        file: { name: 'a.pdf', content_base64: bytes.toString('base64') },
      });
    const unsupported = (reason: string) => [422, 'UNSUPPORTED_DOCUMENT', { reason }];
    expect(await post(Buffer.from('Hello'))).toEqual(unsupported('not_pdf'));
    expect(await post(Buffer.from('%PDF-1.4 nothing else'))).toEqual(unsupported('damaged'));
    const script = await pdf(1, (document) => document.addJavaScript('hi', 'app.alert(1)'));
    expect(await post(script)).toEqual(unsupported('javascript'));
    expect(await post(await pdf(501))).toEqual(unsupported('too_many_pages'));
    expect((await world.get(id)).documents).toEqual([]);
  });
});

describe('a recipient with a code', () => {
  it('proves to be it by the access code, and five wrong ones lock for a quarter of an hour', async () => {
    const ada = address('ada');
    const { id } = await world.sent([
      signer('Ada', ada, { auth: 'access_code', access_code: 'open sesame' }),
    ]);
    const token = await world.token(ada);
    expect(await world.view(token)).toEqual({
      state: 'authentication_required',
      auth: 'access_code',
      sender_name: expect.stringContaining('acme'),
    });
    const tryCode = (code: string) => world.visit('POST', token, '/authenticate', { action: 'verify', code });
    for (const left of [4, 3, 2, 1])
      expect(refusal(await tryCode('wrong'))).toEqual([401, 'UNAUTHENTICATED', { tries_left: left }]);
    const locked = [423, 'RESOURCE_LOCKED', { lock: 'code_tries' }];
    expect(refusal(await tryCode('wrong'))).toEqual(locked);
    expect(refusal(await tryCode('open sesame'))).toEqual(locked);
    expect((await world.types(id)).filter((type) => type === 'auth_failed')).toHaveLength(5);
    await world.pass(15 * 60 + 1);
    const { session_token: session } = (await tryCode('open sesame')).body.data;
    const refused = await world.visit('POST', token, '/sign', { document_digest: 'x' });
    expect(refusal(refused).slice(0, 2)).toEqual([401, 'UNAUTHENTICATED']);
    expect((await world.sign(token, {}, session)).status).toBe(200);
    expect(JSON.stringify(await world.ok('GET', '/api/audit-logs?pageSize=100'))).not.toContain('sesame');
  });

  it('gets at most three codes by mail in ten minutes', async () => {
    const ada = address('ada');
    await world.sent([signer('Ada', ada, { auth: 'email_otp' })]);
    const token = await world.token(ada);
    const request = () => world.visit('POST', token, '/authenticate', { action: 'request' });
    expect((await request()).body.data).toEqual({ sent: true, expires_at: expect.any(String) });
    const code = /\b(\d{6})\b/.exec((await world.mails.next(ada)).text)![1]!;
    await request();
    await request();
    expect((await request()).status).toBe(429);
    // A newer code has replaced the first one.
    const old = await world.visit('POST', token, '/authenticate', { action: 'verify', code });
    expect(old.status).toBe(401);
    await world.mails.next(ada);
    const newest = /\b(\d{6})\b/.exec((await world.mails.next(ada)).text)![1]!;
    const right = await world.visit('POST', token, '/authenticate', { action: 'verify', code: newest });
    expect(right.body.data.session_token).toHaveLength(43);
  });
});
