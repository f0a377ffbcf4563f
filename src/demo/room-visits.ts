// The visits to a room of the demo: who came by its link, what they read, and what they and the team wrote.
import { createHash } from 'node:crypto';
import type { Row } from './companies.ts';
import type { Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

const HOUR = 3_600_000;
/** As long as a session of a real visitor. */
const SESSION_MS = 12 * HOUR;

export interface RoomVisits {
  visitors: Row[];
  sessions: Row[];
  events: Row[];
  comments: Row[];
}

/** Draws the visits of two people; the first of them has asked something, and the owner has answered. */
export function drawVisits(
  random: Random,
  { room, items, link }: { room: Row; items: readonly Row[]; link: Row },
  contacts: readonly Row[],
  staff: Staff,
  from: Date,
): RoomVisits {
  const guests = contacts
    .filter(({ company_id, email }) => company_id === room.company_id && email)
    .slice(0, 2);
  const visits = guests.map((guest, index) =>
    drawVisit(random, { room, items, link }, guest, staff, from, index),
  );
  const [first] = visits;
  return {
    visitors: visits.map(({ visitor }) => visitor),
    sessions: visits.map(({ session }) => session),
    events: visits.flatMap(({ events }) => events),
    comments: first ? drawComments(random, room, items, first.visitor, staff, from) : [],
  };
}

function drawVisit(
  random: Random,
  { room, items, link }: { room: Row; items: readonly Row[]; link: Row },
  guest: Row,
  staff: Staff,
  from: Date,
  index: number,
): { visitor: Row; session: Row; events: Row[] } {
  const at = new Date(from.getTime() + (20 + index * 25) * HOUR);
  const own = { tenant_id: staff.tenantId, room_id: room.id, created_at: at };
  const visitor: Row = {
    ...{ ...own, id: random.id(at), name: guest.display_name, email: guest.email, email_verified: true },
    ...{ contact_id: guest.id, updated_at: at },
  };
  const session: Row = {
    ...{ ...own, id: random.id(at), link_id: link.id, visitor_id: visitor.id },
    token_hash: createHash('sha256').update(`${room.id} ${index}`).digest('hex'),
    expires_at: new Date(at.getTime() + SESSION_MS),
  };
  const event = (type: string, minutes: number, fields: Row = {}): Row => {
    const time = new Date(at.getTime() + minutes * 60_000);
    return {
      ...{ ...own, id: random.id(time), type, at: time, created_at: time, updated_at: time },
      ...{
        link_id: link.id,
        session_id: session.id,
        visitor_id: visitor.id,
        item_id: null,
        seconds: null,
        ...fields,
      },
    };
  };
  const read = items.filter(({ kind }) => kind === 'note' || kind === 'link' || kind === 'file');
  const events = [
    event('access_granted', 0),
    event('room_viewed', 0),
    ...read.flatMap(({ id }, place) => [
      event('item_viewed', 1 + place * 3, { item_id: id }),
      event('time_spent', 3 + place * 3, { item_id: id, seconds: 40 + 35 * (place + index) }),
    ]),
    ...(index === 0 ? [event('commented', 60)] : []),
  ];
  return { visitor, session, events };
}

function drawComments(
  random: Random,
  room: Row,
  items: readonly Row[],
  visitor: Row,
  staff: Staff,
  from: Date,
): Row[] {
  const owner = staff.seller(random);
  const comment = (hours: number, body: string, author: object, fields: Row = {}): Row => {
    const at = new Date(from.getTime() + hours * HOUR);
    return {
      ...{
        tenant_id: staff.tenantId,
        id: random.id(at),
        version: 1,
        custom_fields: {},
        room_id: room.id,
        body,
      },
      ...{ created_at: at, updated_at: at, created_by: author, updated_by: author, deleted_at: null },
      ...{
        visitor_id: null,
        parent_id: null,
        item_id: items.find(({ kind }) => kind === 'link')?.id ?? null,
      },
      ...{ is_internal: false, is_resolved: false, is_hidden: false, edited: false, ...fields },
    };
  };
  const guest = { type: 'visitor', id: null, label: visitor.name };
  const question = comment(21, 'Could the training start a week earlier?', guest, { visitor_id: visitor.id });
  return [
    question,
    comment(23, 'Yes, from the second week of the month; I have changed the timetable.', actor(owner), {
      parent_id: question.id,
    }),
    comment(24, 'They are in a hurry: let us have the contract ready.', actor(owner), {
      ...{ item_id: null, is_internal: true },
    }),
  ];
}
