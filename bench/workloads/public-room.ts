// Workload: a room with 50 items, as a visitor with a session sees it.
import { createHash } from 'node:crypto';
import { LARGEST, ownerId, workspaceId } from '../dataset/sizes.ts';
import { ids } from './selections.ts';
import { type Body, floor, rest, type Workload } from './workload.ts';

const tenant = workspaceId(LARGEST);
const ITEMS = 50;
const TOKEN = 'bench-room'.padEnd(43, 'x');
const SESSION = 'bench-session'.padEnd(43, 'x');
const ROOM = '01940000-0000-7000-8000-00000000d001';
const LINK = '01940000-0000-7000-8000-00000000d002';
const VISITOR = '01940000-0000-7000-8000-00000000d003';
const AUTHOR = `'{"type": "user", "id": "${ownerId(LARGEST)}", "label": "Bench"}'::jsonb`;
const RECORD = `now(), now(), ${AUTHOR}, ${AUTHOR}`;
const COLUMNS = 'created_at, updated_at, created_by, updated_by';
const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');

const prepare = `
  insert into rooms (tenant_id, id, title, status, visibility, owner_user_id, default_link_settings, published_at, ${COLUMNS})
    values ('${tenant}', '${ROOM}', 'Bench', 'published', 'link', '${ownerId(LARGEST)}', '{}', now(), ${RECORD});
  insert into room_items (tenant_id, id, room_id, kind, title, position, body, ${COLUMNS})
    select '${tenant}', ('01940000-0000-7000-8000-00000000d1' || lpad(to_hex(n), 2, '0'))::uuid, '${ROOM}', 'note', 'Note ' || n, n,
      '<p>' || repeat('What we agreed on. ', 10) || '</p>', ${RECORD} from generate_series(0, ${ITEMS - 1}) n;
  insert into room_links (tenant_id, id, room_id, token_hash, token_last4, require_email, verify_email, nda_required, allow_download,
      allow_comments, ${COLUMNS})
    values ('${tenant}', '${LINK}', '${ROOM}', '${hash(TOKEN)}', 'xxxx', false, false, false, true, true, ${RECORD});
  insert into room_visitors (tenant_id, id, room_id, name, email_verified, created_at, updated_at)
    values ('${tenant}', '${VISITOR}', '${ROOM}', 'Visitor', false, now(), now());
  insert into room_sessions (tenant_id, id, room_id, link_id, visitor_id, token_hash, created_at, expires_at)
    values ('${tenant}', '${VISITOR}', '${ROOM}', '${LINK}', '${VISITOR}', '${hash(SESSION)}', now(), now() + interval '1 day');
  analyze rooms, room_items, room_links, room_visitors, room_sessions`;

const restore = ['room_sessions', 'room_visitors', 'room_links', 'room_items', 'rooms']
  .map(
    (table) =>
      `delete from ${table} where tenant_id = '${tenant}' and ${table === 'rooms' ? 'id' : 'room_id'} = '${ROOM}'`,
  )
  .join('; ');

const read = ({ items, room }: Body) => ({ title: room.title, items: ids(items) });

export const publicRoom: Workload<string> = {
  name: 'public-room',
  title: 'a room with 50 items as a visitor sees it',
  needs: ['Query.publicRoom'],
  prepare,
  restore,
  params: async () => [TOKEN],
  variants: [
    rest(
      (token) => ({
        method: 'GET',
        path: `/api/rooms/public/${token}`,
        headers: { 'x-room-session': SESSION },
      }),
      ({ data }) => read(data),
    ),
    floor(
      'public-room',
      `select json_build_object(
          'access', json_build_object('granted', true, 'requires', '[]'::json, 'expires_at', s.expires_at,
            'allow_download', l.allow_download, 'allow_comments', l.allow_comments),
          'room', json_build_object('title', r.title, 'description', r.description, 'welcome_message', r.welcome_message),
          'visitor', json_build_object('name', v.name, 'email', v.email),
          'items', (select coalesce(json_agg(json_build_object('id', i.id, 'kind', i.kind, 'title', i.title, 'position', i.position,
              'body', i.body, 'url', i.url, 'due_on', i.due_on, 'done', i.done) order by i.position), '[]')
            from room_items i where i.tenant_id = l.tenant_id and i.room_id = r.id and i.deleted_at is null and i.is_visible))::text as body
        from room_links l
          join rooms r on r.tenant_id = l.tenant_id and r.id = l.room_id
          join room_sessions s on s.tenant_id = l.tenant_id and s.link_id = l.id and s.token_hash = $2
          join room_visitors v on v.tenant_id = l.tenant_id and v.id = s.visitor_id
        where l.token_hash = $1 and l.revoked_at is null and r.status = 'published' and s.ended_at is null and s.expires_at > now()`,
      (token) => [hash(token), hash(SESSION)],
      read,
    ),
  ],
};
