// When the signed address of a file in a room still holds: as long as the module, the session, its link, its
// room and the item do.
import type { StoredFile } from '../../files/files.ts';
import type { Guard } from '../../files/tickets.ts';
import type { Services } from '../../services.ts';

const OPEN_ROOM = `r.deleted_at is null and r.status = 'published' and r.visibility <> 'internal'
  and exists (select from tenants t where t.id = r.tenant_id and t.status = 'active'
    and coalesce((t.modules ->> 'rooms')::boolean, true))
  and l.revoked_at is null and (l.expires_at is null or l.expires_at > $3)`;

/** Returns whether the visitor of a session may still have the file of an item. */
export function isSessionFile(services: Services, file: StoredFile, guard: Guard): Promise<boolean> {
  return holds(
    services,
    file,
    `select from room_sessions s
     join room_links l on l.tenant_id = s.tenant_id and l.id = s.link_id
     join rooms r on r.tenant_id = s.tenant_id and r.id = s.room_id
     join room_items i on i.tenant_id = s.tenant_id and i.room_id = s.room_id and i.file_id = $2 and i.id = $5
     where s.tenant_id = $1 and s.id = $4 and s.ended_at is null and s.expires_at > $3 and ${OPEN_ROOM}
       and i.deleted_at is null and i.is_visible`,
    [guard.session!, guard.item!],
  );
}

/** Returns whether a file is still the logo of the room of a link. */
export function isLogo(services: Services, file: StoredFile, guard: Guard): Promise<boolean> {
  return holds(
    services,
    file,
    `select from room_links l join rooms r on r.tenant_id = l.tenant_id and r.id = l.room_id and r.logo_file_id = $2
     where l.tenant_id = $1 and l.id = $4 and ${OPEN_ROOM}`,
    [guard.link!],
  );
}

async function holds(
  { database, clock }: Services,
  { tenantId, id }: StoredFile,
  statement: string,
  values: readonly string[],
): Promise<boolean> {
  const rows = await database.read({ tenantId }, (tx) =>
    tx.rows(statement, [tenantId, id, clock.now(), ...values]),
  );
  return rows.length > 0;
}
