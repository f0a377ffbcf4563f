// Idempotency keys of signing: those of recipients belong to their links, and verifying accepts one too.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { address, SigningWorld, signer } from './signing-world.ts';

let world: SigningWorld;

beforeAll(async () => {
  world = await SigningWorld.start();
});
afterAll(() => world?.stop());

const keyed = (key: string) => ({ as: null, headers: { 'idempotency-key': key } });

async function invited(name: string) {
  const email = address(name);
  const { id } = await world.sent([signer('Ada Byron', email)]);
  return { id, token: await world.token(email) };
}

describe('a key of a recipient', () => {
  it('returns the answer of the first signature, and refuses another input', async () => {
    const { id, token } = await invited('ada');
    const view = await world.view(token);
    const body = {
      consent: { accepted: true, version: view.consent.version },
      document_digest: view.document_digest,
      fields: { [view.fields[0].id]: { type: 'typed', text: 'Ada Byron' } },
    };
    const sign = (more: object = {}) =>
      world.send('POST', `/api/signing/public/${token}/sign`, { ...body, ...more }, keyed('sign'));
    const [first, again] = [await sign(), await sign()];
    expect([first.status, first.body.data.recipient_status]).toEqual([200, 'signed']);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await sign({ document_digest: 'x' })).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await world.types(id)).filter((type) => type === 'signed')).toHaveLength(1);
  });

  it('returns the answer of the first refusal to sign', async () => {
    const { token } = await invited('bob');
    const decline = (reason: string) =>
      world.send('POST', `/api/signing/public/${token}/decline`, { reason }, keyed('decline'));
    const [first, again] = [await decline('Too expensive'), await decline('Too expensive')];
    expect([first.status, first.body.data.recipient_status]).toEqual([200, 'declined']);
    expect(again.text).toBe(first.text);
    expect((await decline('Too late')).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('verifying a document', () => {
  it('accepts a key, which returns the first answer, and needs none', async () => {
    const verify = (sha256: string, headers: Record<string, string> = {}) =>
      world.send('POST', '/api/signing/verify', { sha256 }, { headers });
    const key = { 'idempotency-key': 'verify' };
    const [first, again] = [await verify('a'.repeat(64), key), await verify('a'.repeat(64), key)];
    expect([first.status, first.body.data.match]).toEqual([200, 'none']);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await verify('b'.repeat(64), key)).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await verify('b'.repeat(64))).headers.get('idempotency-replayed')).toBeNull();
  });
});
