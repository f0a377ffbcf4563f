// Inserts the envelopes of a demo workspace. The database keeps the parts of envelopes that were sent as they are, so
// envelopes get their states once the parts are there.
import type { Knex } from 'knex';
import { enqueue } from '../jobs/queue.ts';
import type { EnvelopeRows } from './envelope-parts.ts';
import { insert } from './insert.ts';

/** Inserts the envelopes of a workspace; a job seals what everybody has signed. */
export async function insertEnvelopes(db: Knex, tenantId: string, rows: EnvelopeRows): Promise<void> {
  const { envelopes, ...parts } = rows;
  await insert(db, 'files', parts.files);
  await insert(db, 'file_parts', parts.file_parts);
  await insert(
    db,
    'envelopes',
    envelopes.map((row) => ({ ...row, status: 'draft' })),
  );
  await insert(db, 'envelope_documents', parts.envelope_documents);
  await insert(db, 'envelope_recipients', parts.envelope_recipients);
  await insert(db, 'envelope_fields', parts.envelope_fields);
  await insert(db, 'envelope_links', parts.envelope_links);
  await insert(db, 'envelope_events', parts.envelope_events);
  await db.raw(
    `update envelopes e set status = r.status from jsonb_to_recordset(?) r(id uuid, status text)
     where e.tenant_id = ? and e.id = r.id`,
    [JSON.stringify(envelopes), tenantId],
  );
  for (const { id, status } of envelopes)
    if (status === 'completing')
      await enqueue({ db, tenantId, requestId: 'demo' }, 'seal_envelope', { id }, { key: String(id) });
}
