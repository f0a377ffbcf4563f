// The rooms of a demo workspace: one that is open to a buyer, with its items, a link and visits, and one in preparation.
import { createHash } from 'node:crypto';
import type { Row } from './companies.ts';
import { roomToken } from './links.ts';
import type { Random } from './random.ts';
import { drawVisits, type RoomVisits } from './room-visits.ts';
import { actor, type Staff } from './staff.ts';

const DAY = 24 * 3_600_000;

const ITEMS: [kind: string, title: string, fields: Row][] = [
  ['section', 'The offer', {}],
  ['note', 'Start here', { body: '<p>This is what we agreed on, in <strong>three</strong> steps.</p>' }],
  ['link', 'Timetable', { url: 'https://example.com/timetable' }],
  ['section', 'To do', {}],
  ['action_item', 'Name the people for the training', { done: true }],
  ['action_item', 'Sign the order', {}],
];

const SETTINGS = {
  ...{ expiresInDays: null, requireEmail: false, verifyEmail: false, ndaRequired: false },
  ...{ allowDownload: false, allowComments: true, maxSessions: null },
};

/** Draws the rooms of open deals. */
export function drawRooms(
  random: Random,
  { deals, contacts }: { deals: readonly Row[]; contacts: readonly Row[] },
  staff: Staff,
  today: Date,
): { rooms: Row[]; items: Row[]; links: Row[] } & RoomVisits {
  const owner = staff.seller(random);
  const at = new Date(today.getTime() - 7 * DAY);
  const authors = { created_by: actor(owner), updated_by: actor(owner) };
  const shared = {
    ...{
      tenant_id: staff.tenantId,
      version: 1,
      deleted_at: null,
      created_at: at,
      updated_at: at,
      ...authors,
    },
    custom_fields: {},
  };
  const rooms = deals
    .filter(({ status, deleted_at }) => status === 'open' && !deleted_at)
    .slice(0, 2)
    .map(
      ({ id, name, company_id }, index): Row => ({
        ...{ ...shared, id: random.id(at), title: name, company_id, deal_id: id, owner_user_id: owner.id },
        ...{ status: index ? 'draft' : 'published', visibility: 'link', published_at: index ? null : at },
        welcome_message: 'Welcome! Everything about our offer is in one place here.',
        ...{ default_link_settings: SETTINGS, nda_version: 0, tags: [] },
      }),
    );
  const room = rooms[0];
  if (!room) return { rooms, items: [], links: [], visitors: [], sessions: [], events: [], comments: [] };
  const items = ITEMS.map(
    ([kind, title, fields], position): Row => ({
      ...{ ...shared, id: random.id(at), room_id: room.id, kind, title, position },
      ...{
        body: null,
        url: null,
        done: false,
        file_version: 0,
        is_visible: true,
        allow_download: true,
        ...fields,
      },
    }),
  );
  const token = roomToken(staff.tenantId);
  const link: Row = {
    ...{ ...shared, id: random.id(at), room_id: room.id, label: 'For the buying team' },
    ...{ token_hash: createHash('sha256').update(token).digest('hex'), token_last4: token.slice(-4) },
    ...{ require_email: false, verify_email: false, nda_required: false, allow_list: [], deny_list: [] },
    ...{ allow_download: true, allow_comments: true, sessions_count: 0 },
  };
  const visits = drawVisits(random, { room, items, link }, contacts, staff, at);
  link.sessions_count = visits.sessions.length;
  return { rooms, items, links: [link], ...visits };
}
