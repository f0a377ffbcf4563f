// Creates envelopes in the state in which the operation of a path accepts them.
import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { CallMaker } from './calls.ts';

interface Parts {
  id: string;
  recipients: { id: string }[];
}

async function ok(maker: CallMaker, method: string, path: string, body: object): Promise<unknown> {
  const reply = await maker.service.rest(method, path, body, { as: maker.workspace.people.owner });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

/** Creates an envelope for the operation of the path. @returns its id */
export async function envelopeFor(maker: CallMaker, path: string): Promise<string> {
  const kind = path.endsWith('/use') ? 'template' : 'envelope';
  const { id } = (await ok(maker, 'POST', '/api/signing', { title: 'Agreement', kind })) as Parts;
  if (kind === 'template') {
    const recipients = [{ key: 'buyer', role: 'signer' }];
    await ok(maker, 'PUT', `/api/signing/${id}/recipients`, { recipients });
  }
  if (/\/(send|void|remind)$/.test(path) || path.endsWith('{recipientId}')) await complete(maker, id);
  if (/\/(void|remind)$/.test(path) || path.endsWith('{recipientId}'))
    await ok(maker, 'POST', `/api/signing/${id}/send`, {});
  return id;
}

/** Gives a draft a document and an approver, who needs no fields. */
async function complete(maker: CallMaker, id: string): Promise<void> {
  await maker.createBy('AddEnvelopeDocument', 'id', { id });
  const recipients = [{ role: 'approver', name: 'Amy', email: 'amy@acme.example' }];
  await ok(maker, 'PUT', `/api/signing/${id}/recipients`, { recipients });
}

/** Returns the id of the recipient of an envelope. */
export async function recipientOf(maker: CallMaker, id: string): Promise<string> {
  const { service, workspace } = maker;
  const { body } = await service.rest('GET', `/api/signing/${id}`, undefined, { as: workspace.people.owner });
  return body.data.recipients[0].id;
}

/** Sends an envelope, and makes a further link of its recipient, because links are only in mails. @returns the token */
export async function signingToken(maker: CallMaker): Promise<string> {
  const id = await envelopeFor(maker, '/void');
  const recipientId = await recipientOf(maker, id);
  const token = randomBytes(32).toString('base64url');
  const { workspace, service } = maker;
  await service.server.services.database.write({ tenantId: workspace.id }, (tx) =>
    tx.rows(
      `insert into envelope_links (tenant_id, id, token_hash, envelope_id, recipient_id, created_at)
       values ($1, $2, $3, $4, $5, now())`,
      [workspace.id, uuid(), createHash('sha256').update(token).digest('hex'), id, recipientId],
    ),
  );
  return token;
}
