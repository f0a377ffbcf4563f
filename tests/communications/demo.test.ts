// The demo workspaces have threads, calls and a call template, each message behind one line of a timeline.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDemo } from '../../src/demo/load.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  await loadDemo(service.server.services);
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

describe('the communications of the demo', () => {
  it('belong to threads with summaries and to lines on timelines', async () => {
    const [found] = await inspector.query<Record<string, number>>(
      `select (select count(*)::int from communications) as messages,
         (select count(*)::int from communications c join activities a on a.tenant_id = c.tenant_id and a.id = c.activity_id
           where a.type = 'email') as lines,
         (select count(*)::int from communication_threads where message_count = 1 and last_message_at is not null) as threads,
         (select count(*)::int from communication_threads where waiting = 'us') as waiting,
         (select count(*)::int from calls where outcome = 'connected') as calls,
         (select count(*)::int from call_templates) as templates`,
    );
    const { messages, lines, threads, waiting, calls, templates } = found!;
    expect(messages).toBeGreaterThan(20);
    expect([lines, threads]).toEqual([messages, messages]);
    expect(waiting).toBeGreaterThan(5);
    expect(calls).toBeGreaterThan(10);
    expect(templates).toBeGreaterThan(0);
  });

  it('has a running sequence with contacts in every state, and a room with a link', async () => {
    const [found] = await inspector.query<Record<string, number>>(
      `select (select count(distinct state)::int from outreach_enrolments) as states,
         (select count(*)::int from outreach_sequences where status = 'active') as sequences,
         (select count(*)::int from outreach_enrolments e join contacts c on c.tenant_id = e.tenant_id and c.id = e.contact_id
           where c.do_not_contact or c.email is null) as unreachable,
         (select count(*)::int from rooms where status = 'published') as rooms,
         (select count(*)::int from room_links l join rooms r on r.tenant_id = l.tenant_id and r.id = l.room_id
           where r.status = 'published') as links`,
    );
    const { states, sequences, unreachable, rooms, links } = found!;
    expect([states, unreachable]).toEqual([7, 0]);
    expect(sequences).toBeGreaterThan(0);
    expect([rooms, links]).toEqual([sequences, sequences]);
  });
});
