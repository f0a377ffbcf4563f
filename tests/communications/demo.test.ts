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
         (select count(*)::int from communications where status = 'draft') as drafts,
         (select sum(message_count)::int from communication_threads where last_message_at is not null) as threaded,
         (select count(*)::int from communication_threads where message_count > 2) as conversations,
         (select count(*)::int from communications c join communications b on b.tenant_id = c.tenant_id and b.id = c.in_reply_to
           where c.thread_id <> b.thread_id or c.occurred_at <= b.occurred_at) as misplaced,
         (select count(*)::int from call_recordings r join call_recording_transcripts t
           on t.tenant_id = r.tenant_id and t.recording_id = r.id where r.consent_state = 'granted') as transcripts,
         (select count(*)::int from communication_threads where waiting = 'us') as waiting,
         (select count(*)::int from calls where outcome = 'connected') as calls,
         (select count(*)::int from call_templates) as templates`,
    );
    const { messages, lines, drafts, threaded, conversations, misplaced, waiting, calls, templates } = found!;
    expect(messages).toBeGreaterThan(20);
    expect([lines! + drafts!, threaded, misplaced]).toEqual([messages, messages, 0]);
    expect(conversations).toBeGreaterThan(10);
    expect([drafts! > 0, found!.transcripts]).toEqual([true, 2]);
    expect(waiting).toBeGreaterThan(5);
    expect(calls).toBeGreaterThan(10);
    expect(templates).toBeGreaterThan(0);
  });

  it('has a running sequence with contacts in every state, and a room with an open and a guarded link', async () => {
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
    expect([rooms, links]).toEqual([sequences, 2 * sequences!]);
  });
});
