// When the signed address of a document still holds for a recipient: as long as the module, the link and its envelope do.
import type { StoredFile } from '../../files/files.ts';
import type { Guard } from '../../files/tickets.ts';
import type { Services } from '../../services.ts';

/** Returns whether the recipient of a link may still have a document. */
export async function isSigningFile(
  { database, clock }: Services,
  { tenantId, id }: StoredFile,
  guard: Guard,
): Promise<boolean> {
  const rows = await database.read({ tenantId }, (tx) =>
    tx.rows(
      `select from envelope_links l
       join envelopes e on e.tenant_id = l.tenant_id and e.id = l.envelope_id and e.deleted_at is null
       join envelope_documents d on d.tenant_id = l.tenant_id and d.envelope_id = l.envelope_id
         and $2 in (d.original_file_id, d.final_file_id)
       join tenants t on t.id = l.tenant_id and t.status = 'active' and coalesce((t.modules ->> 'signing')::boolean, true)
       where l.tenant_id = $1 and l.id = $4 and l.revoked_at is null
         and e.status not in ('voided', 'declined', 'expired')
         and (e.status not in ('sent', 'partially_signed') or e.expires_at > $3)`,
      [tenantId, id, clock.now(), guard.link!],
    ),
  );
  return rows.length > 0;
}
