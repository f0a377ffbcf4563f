// What waits for somebody in signing and imports: envelopes to sign and imports to approve.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SigningWorld } from '../signing/signing-world.ts';
import { until } from '../support/until.ts';

let world: SigningWorld;

beforeAll(async () => {
  world = await SigningWorld.start();
});

afterAll(() => world?.stop());

type Role = 'owner' | 'manager' | 'member' | 'viewer';
const person = (role: Role) => world.service.acme.people[role];

/** The items of a kind in somebody's work. */
async function work(role: Role, kind: string) {
  const { body } = await world.service.rest('GET', `/api/my-work?filter[kind]=${kind}`, undefined, {
    as: await world.service.session(world.service.acme, role),
  });
  return { items: body.data, skipped: body.meta.skipped };
}
const ids = async (role: Role, kind = 'signature') =>
  (await work(role, kind)).items.map(({ id }: { id: string }) => id);
const verify = (role: Role, at: string | null = new Date().toISOString()) =>
  world.inspector.query('update users set email_verified_at = $2 where id = $1', [person(role).userId, at]);

describe('a signature', () => {
  const signer = (role: Role, routing_order = 1, more: object = {}) => ({
    ...{ role: 'signer', name: role, email: person(role).email, routing_order, ...more },
  });

  it('waits for the recipient whose turn it is, by a verified mail address, and without a link', async () => {
    await verify('member');
    await verify('manager');
    const { id, title, expires_at } = await world.sent([signer('member', 1), signer('manager', 2)]);
    const { items } = await work('member', 'signature');
    expect(items).toEqual([
      {
        id: `signature:${id}`,
        kind: 'signature',
        title,
        bucket: 'later',
        due_at: expires_at,
        priority: 'normal',
        entity: { type: 'envelope', id, label: title },
        company: null,
        actions: ['GetEnvelope'],
        snoozed_until: null,
      },
    ]);
    expect(await ids('manager')).toEqual([]);
    await world.sign(await world.token(person('member').email));
    expect(await ids('member')).toEqual([]);
    expect(await ids('manager')).toEqual([`signature:${id}`]);
    await verify('manager', null);
    expect(await ids('manager')).toEqual([]);
  });

  it('does not wait for copies, drafts, closed envelopes and other workspaces', async () => {
    await world.ready([signer('member')]);
    const copied = await world.sent([signer('owner'), { ...signer('member'), role: 'cc' }]);
    expect(copied.status).toBe('sent');
    const voided = await world.sent([signer('member')]);
    expect(await ids('member')).toEqual([`signature:${voided.id}`]);
    const { body } = await world.service.rest('GET', '/api/my-work?filter[kind]=signature', undefined, {
      as: await world.service.session(world.service.globex, 'member'),
    });
    expect(body.data).toEqual([]);
    await world.ok('POST', `/api/signing/${voided.id}/void`, { reason: 'Wrong document' });
    expect(await ids('member')).toEqual([]);
  });

  it('ends with the time of the envelope', async () => {
    await verify('viewer');
    const { id } = await world.sent([{ ...signer('viewer'), role: 'approver' }]);
    expect(await ids('viewer')).toEqual([`signature:${id}`]);
    await world.pass(31 * 86_400);
    expect(await ids('viewer')).toEqual([]);
  });
});

describe('an import', () => {
  it('waits for those who may approve it, until it is approved', async () => {
    const content_base64 = Buffer.from('Name\nAlpha\nBeta\n').toString('base64');
    const file = { name: 'companies.csv', content_base64 };
    const { id } = await world.ok('POST', '/api/import', { file, target: 'companies' });
    const columns = [{ source: 'Name', target: 'name' }];
    await world.ok('PUT', `/api/import/${id}/mapping`, { columns });
    expect(await ids('manager', 'import_approval')).toEqual([]);
    await world.ok('POST', `/api/import/${id}/validate`);
    const validated = await until(async () => {
      const found = await world.ok('GET', `/api/import/${id}`);
      return found.status === 'validated' ? found : undefined;
    });
    expect((await work('manager', 'import_approval')).items).toMatchObject([
      {
        ...{ id: `import_approval:${id}`, title: 'companies.csv', priority: 'normal' },
        entity: { type: 'import', id, label: 'companies.csv' },
        due_at: validated.discards_at,
        actions: ['ApproveImport', 'DiscardImport'],
      },
    ]);
    const ofMember = await work('member', 'import_approval');
    expect(ofMember.items).toEqual([]);
    expect(ofMember.skipped).toContainEqual({ kind: 'import_approval', reason: 'PERMISSION_DENIED' });
    const { mapping_hash, validation_hash } = validated;
    await world.ok('POST', `/api/import/${id}/approve`, { mapping_hash, validation_hash });
    expect(await ids('manager', 'import_approval')).toEqual([]);
  });
});
