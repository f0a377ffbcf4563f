// A process that is killed while it seals an envelope: another one completes it, once, and its evidence stays whole.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Crash } from '../support/crash.ts';
import { stop } from '../support/process.ts';
import { address, type Data, pdf, place, SigningWorld, signer } from './signing-world.ts';

let crash: Crash;
let world: SigningWorld;

beforeAll(async () => {
  crash = new Crash();
  world = await SigningWorld.start(crash.shared);
  await crash.open(world.service);
});

afterAll(async () => {
  await crash?.stop();
  await world?.stop();
});

/** Has an envelope of two documents signed while no process runs jobs. @returns its id and the address of its signer */
async function signed(): Promise<{ id: string; email: string }> {
  const email = address('ada');
  const { id } = await world.draft();
  const documents = [await world.addPdf(id, await pdf(2)), await world.addPdf(id, await pdf(1))];
  const { recipients } = await world.recipients(id, [signer('Ada Byron', email)]);
  await world.fields(
    id,
    documents.map(({ id: document }) => place(recipients[0].id, document)),
  );
  await world.ok('POST', `/api/signing/${id}/send`, {});
  const token = await world.token(email);
  await world.stopWorker();
  expect((await world.sign(token)).body.data).toMatchObject({ envelope_status: 'completing' });
  return { id, email };
}

/** Expects that an envelope is completed as if nothing had happened. */
async function expectCompletedOnce({ id, email }: { id: string; email: string }): Promise<void> {
  const envelope = await world.completed(id);
  const evidence = await world.evidence(id);
  const types = evidence.events.map(({ type }: Data) => type);
  expect(types.filter((type: string) => type === 'completed')).toEqual(['completed']);
  expect(types.filter((type: string) => type === 'signed')).toEqual(['signed']);
  expect(evidence.events.map(({ seq }: Data) => seq)).toEqual(types.map((_: string, at: number) => at + 1));
  expect(evidence.chain_valid).toBe(true);
  const completed = evidence.events.find(({ type }: Data) => type === 'completed');
  expect(evidence.manifest.last_event_hash).toBe(completed.hash);
  expect(evidence.manifest.documents).toMatchObject(
    envelope.documents.map((one: Data) => ({ id: one.id, sha256_final: one.sha256_final })),
  );
  for (const document of envelope.documents) {
    const path = `/api/signing/${id}/documents/${document.id}/content?version=final`;
    const { token, tenantId } = world.service.acme.people.owner;
    const reply = await fetch(`${world.service.url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(document.sha256_final);
  }
  const [found] = await crash.inspector.query(
    `select (select count(*)::int from events where object_id = $1 and type = 'envelope.completed') as events,
       (select count(distinct final_file_id)::int from envelope_documents where envelope_id = $1) as files`,
    [id],
  );
  expect(found).toEqual({ events: 1, files: 2 });
  expect((await world.mails.next(email)).text).toContain('/sign#token=');
}

it.each([
  ['stores the first sealed document', 'envelope_documents'],
  ['writes that it is completed', 'envelope_events'],
])('an envelope whose process is killed as it %s is completed once by another', async (_, table) => {
  const envelope = await signed();
  const settings = { SMTP_URL: world.mails.url };
  const lock = `lock table ${table} in share row exclusive mode`;
  await crash.killAt(lock, () => crash.start(settings));
  expect((await world.get(envelope.id)).status).toBe('completing');
  await crash.expireLease();
  const next = await crash.start(settings);
  await expectCompletedOnce(envelope);
  await stop(next);
  await world.startWorker();
});
