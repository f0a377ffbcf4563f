// The rooms of a demo workspace: one that is open to a buyer, with its items, a link and visits, and one in preparation.
import { createHash } from 'node:crypto';
import type { Row } from './companies.ts';
import { drawFile, type FileRows } from './files.ts';
import { guardedRoomToken, roomToken } from './links.ts';
import type { Random } from './random.ts';
import { drawVisits, type RoomVisits } from './room-visits.ts';
import { actor, type Staff } from './staff.ts';

const DAY = 24 * 3_600_000;

/** A file is named by its place among the files of the room. */
const ITEMS: [kind: string, title: string, fields: Row & { file?: number }][] = [
  ['section', 'The offer', {}],
  ['note', 'Start here', { body: '<p>This is what we agreed on, in <strong>three</strong> steps.</p>' }],
  ['file', 'Framework agreement', { file: 0, body: '<p>The draft for your lawyers.</p>' }],
  ['file', 'Price list', { file: 1 }],
  ['link', 'Timetable', { url: 'https://example.com/timetable' }],
  ['embed', 'Product tour', { url: 'https://vimeo.com/1084537' }],
  ['section', 'To do', {}],
  ['action_item', 'Name the people for the training', { done: true }],
  ['action_item', 'Sign the order', {}],
];

const PRICES = 'Service,Unit,Price\nPilot,flat,4800\nTraining,day,1250\nRollout,site,2900\n';
const NDA =
  'Whatever you read in this room is confidential.\nYou may share it with colleagues and advisers who need it for the decision.';

const SETTINGS = {
  ...{ expiresInDays: null, requireEmail: false, verifyEmail: false, ndaRequired: false },
  ...{ allowDownload: false, allowComments: true, maxSessions: null },
};

interface RoomSetting {
  deals: readonly Row[];
  contacts: readonly Row[];
  /** The agreement in the room. */
  pdf: Buffer;
  /** Of the password of the demo. */
  passwordHash: string;
}

type RoomRows = FileRows & RoomVisits & { rooms: Row[]; ndas: Row[]; items: Row[]; links: Row[] };

/** Draws the rooms of open deals. */
export function drawRooms(
  random: Random,
  { deals, contacts, pdf, passwordHash }: RoomSetting,
  staff: Staff,
  today: Date,
): RoomRows {
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
        ...{ default_link_settings: SETTINGS, tags: [], accent: index ? null : '#0F766E' },
        ...(index ? { nda_version: 0 } : { nda_version: 1, nda_text: NDA, nda_updated_at: at }),
      }),
    );
  const rows: RoomRows = {
    ...{ files: [], file_parts: [], rooms, ndas: [], items: [], links: [] },
    ...{ visitors: [], sessions: [], events: [], comments: [] },
  };
  const room = rooms[0];
  if (!room) return rows;
  const { tenantId } = staff;
  rows.ndas.push({ tenant_id: tenantId, room_id: room.id, version: 1, text: NDA, created_at: at });
  const files = [
    drawFile(random, rows, {
      ...{ tenantId, name: 'agreement.pdf', mime: 'application/pdf', content: pdf, at },
    }),
    drawFile(random, rows, {
      ...{ tenantId, name: 'prices.csv', mime: 'text/csv', content: Buffer.from(PRICES), at },
    }),
  ];
  rows.items = ITEMS.map(
    ([kind, title, { file, ...fields }], position): Row => ({
      ...{ ...shared, id: random.id(at), room_id: room.id, kind, title, position, body: null, url: null },
      ...{ done: false, is_visible: true, allow_download: true, file_id: null, file_version: 0, ...fields },
      ...(file !== undefined && { file_id: files[file]!.id, file_version: 1, file_uploaded_at: at }),
    }),
  );
  const link = (label: string, token: string, gates: Row): Row => ({
    ...{ ...shared, id: random.id(at), room_id: room.id, label },
    ...{ token_hash: createHash('sha256').update(token).digest('hex'), token_last4: token.slice(-4) },
    ...{ require_email: false, verify_email: false, nda_required: false, allow_list: [], deny_list: [] },
    ...{ password_hash: null, allow_download: true, allow_comments: true, sessions_count: 0, ...gates },
  });
  const open = link('For the buying team', roomToken(tenantId), {});
  const guarded = { password_hash: passwordHash, require_email: true, nda_required: true };
  rows.links = [open, link('For their lawyers', guardedRoomToken(tenantId), guarded)];
  const visits = drawVisits(random, { room, items: rows.items, link: open }, contacts, staff, at);
  open.sessions_count = visits.sessions.length;
  return { ...rows, ...visits };
}
