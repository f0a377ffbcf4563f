// The erasure of a person empties their messages and calls; text addressed to several people stays without them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

let service: TestService;

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const reply = await service.rest(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

describe('an erased contact', () => {
  it('is found in no message and no call, and others keep theirs', async () => {
    const person = await ok('POST', '/api/contacts', {
      first_name: 'Zanzibar',
      last_name: 'Quimby',
      email: 'zanzibar@quimby.example.com',
      phone: '+4930901820',
    });
    const other = await ok('POST', '/api/contacts', { first_name: 'Ben', email: 'ben@example.com' });
    const alone = await ok('POST', '/api/communications', {
      channel: 'email',
      direction: 'inbound',
      subject: 'My illness',
      body_text: 'I am ill.',
      participants: [
        { role: 'from', contact_id: person.id },
        { role: 'to', address: 'sales@acme.example' },
      ],
    });
    const shared = await ok('POST', '/api/communications', {
      channel: 'email',
      subject: 'Meeting with ZANZIBAR QUIMBY',
      body_text: 'Agenda for Zanzibar Quimby (zanzibar@quimby.example.com) and Ben: 100% \\ done.',
      participants: [
        { role: 'to', contact_id: person.id },
        { role: 'to', contact_id: other.id },
      ],
    });
    const call = await ok('POST', '/api/calls', {
      subject: 'Call with Zanzibar',
      outcome: 'connected',
      summary: 'Told me of the illness.',
      participants: [{ role: 'to', contact_id: person.id }],
    });
    const greeting = await ok('POST', '/api/communications', {
      channel: 'email',
      body_html: '<p>Hi Zanzibar and Ben, Mrs. QUIMBY asks for Newquimby.</p>',
      participants: [
        { role: 'to', contact_id: person.id },
        { role: 'to', contact_id: other.id },
      ],
    });
    await ok('POST', `/api/contacts/${person.id}/erase`);
    expect(await ok('GET', `/api/communications/${greeting.id}`)).toMatchObject({
      body_html: '<p>Hi Erased contact and Ben, Mrs. Erased contact asks for Newquimby.</p>',
      body_text: 'Hi Erased contact and Ben, Mrs. Erased contact asks for Newquimby.',
      snippet: 'Hi Erased contact and Ben, Mrs. Erased contact asks for Newquimby.',
    });
    expect(await ok('GET', `/api/communications/${alone.id}`)).toMatchObject({
      subject: null,
      body_text: null,
      body_html: null,
      snippet: null,
      participants: [{ address: null, name: 'Erased contact' }, { address: 'sales@acme.example' }],
    });
    expect(await ok('GET', `/api/communications/${shared.id}`)).toMatchObject({
      subject: 'Meeting with Erased contact',
      body_text: 'Agenda for Erased contact (Erased contact) and Ben: 100% \\ done.',
      participants: [
        { address: null, name: 'Erased contact' },
        { address: 'ben@example.com', name: 'Ben' },
      ],
    });
    expect(await ok('GET', `/api/calls/${call.id}`)).toMatchObject({
      subject: 'Erased contact',
      summary: null,
    });
    for (const q of ['zanzibar', 'quimby', 'illness'])
      expect(await ok('GET', `/api/communications?q=${q}`)).toEqual([]);
    const thread = await ok('GET', `/api/communications/threads/${alone.thread_id}`);
    expect(JSON.stringify(thread)).not.toMatch(/zanzibar|quimby|ill/i);
    const traces = await service.sql(
      service.acme,
      `select 1 from audit_entries where changes::text ~* 'zanzibar|quimby|illness' or target_label ~* 'zanzibar|quimby|illness'
       union all select 1 from events where data::text ~* 'zanzibar|quimby|illness'`,
    );
    expect(traces).toEqual([]);
  });

  it('whose names are common words keeps the messages of others as they are', async () => {
    const person = await ok('POST', '/api/contacts', { first_name: 'May', last_name: 'Winter' });
    const other = await ok('POST', '/api/contacts', { first_name: 'Ben', email: 'ben2@example.com' });
    const message = await ok('POST', '/api/communications', {
      ...{ channel: 'email', body_text: 'In May the winter is over.' },
      participants: [{ role: 'to', contact_id: other.id }],
    });
    await ok('POST', `/api/contacts/${person.id}/erase`);
    expect(await ok('GET', `/api/communications/${message.id}`)).toMatchObject({
      ...{ version: 1, body_text: 'In May the winter is over.' },
    });
  });
});
