// When the signed address of the media of a recording still holds: while the recording has them and may keep them.
import type { StoredFile } from '../../files/files.ts';
import type { Guard } from '../../files/tickets.ts';
import type { Services } from '../../services.ts';

/** Returns whether a file is still the media of a recording. */
export async function isRecordingFile(
  { database, clock }: Services,
  { tenantId, id }: StoredFile,
  guard: Guard,
): Promise<boolean> {
  const rows = await database.read({ tenantId }, (tx) =>
    tx.rows(
      `select from call_recordings r join tenants t on t.id = $1
       where r.tenant_id = $1 and r.id = $3 and r.file_id = $2 and r.deleted_at is null and r.consent_state <> 'denied'
         and (r.retention_until is null or r.retention_until >= ($4::timestamptz at time zone t.time_zone)::date)`,
      [tenantId, id, guard.recording, clock.now()],
    ),
  );
  return rows.length > 0;
}
