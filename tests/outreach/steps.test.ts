// Steps: mails and tasks leave once, at their time and inside the window, and no more after what ends an enrolment.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { Inspector } from '../support/inspector.ts';
import { ALWAYS, type Data, mailStep, OutreachWorld, taskStep } from './outreach-world.ts';

const DAY = 86_400;

let world: OutreachWorld;
let inspector: Inspector;
/** Seconds by which the clock of the service is ahead. */
let ahead = 0;

const advance = (seconds: number) => {
  ahead += seconds;
  world.service.advance(ahead);
};

/** The mails to a contact. */
const mailsTo = (contact: Data) =>
  world.box.mails.filter(({ recipients }) => recipients.includes(contact.email));

beforeAll(async () => {
  world = await OutreachWorld.start();
  inspector = await Inspector.open(world.service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await world?.stop();
});

describe('the steps of a sequence', () => {
  it('send mails in one thread, add tasks for the owner, and complete the enrolment', async () => {
    const contact = await world.contact();
    const sequence = await world.sequence([mailStep(), taskStep(2), mailStep(1, 'Still there?')]);
    const id = await world.enrol(sequence, contact);
    await world.take(id);
    expect(mailsTo(contact)).toHaveLength(1);
    const mail = await PostalMime.parse(mailsTo(contact)[0]!.source);
    expect(mail).toMatchObject({ subject: 'Hello Ada', from: { address: 'sales@acme.example' } });
    expect(mail.html).toContain('<p>It was good to meet you, Ada.</p>');
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    const url = /^<(http:\/\/.*\/api\/campaigns\/public\/unsubscribe\/[\w-]+)>$/.exec(
      headers['list-unsubscribe']!,
    )![1]!;
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(mail.html).toContain(`<a href="${url}">Unsubscribe</a>`);
    expect(mail.text).toContain(`Unsubscribe: ${url}`);
    expect(await world.enrolment(sequence, id)).toMatchObject({ state: 'active', current_step: 1 });
    await world.take(id);
    expect(await world.enrolment(sequence, id)).toMatchObject({ current_step: 1 });
    advance(2 * DAY + 60);
    await world.take(id);
    const items = await world.ok(
      'GET',
      `/api/activities/action-items?filter[assignee_user_id]=${sequence.owner_user_id}`,
    );
    expect(items).toMatchObject([{ title: 'Call Ada Byron', status: 'open' }]);
    advance(DAY + 60);
    await world.take(id);
    expect(await world.enrolment(sequence, id)).toMatchObject({
      state: 'completed',
      ...{ current_step: null, next_step_at: null, reason: null, ended_at: expect.any(String) },
    });
    const sent = await world.ok('GET', `/api/communications?contact_id=${contact.id}&sort=created_at`);
    expect(sent).toMatchObject([
      { status: 'sent', purpose: 'campaign', links: { contact_ids: [contact.id] } },
      { status: 'sent', subject: 'Still there?', thread_id: sent[0].thread_id },
    ]);
    const second = await PostalMime.parse(mailsTo(contact)[1]!.source);
    expect(second.inReplyTo).toBe(`<${sent[0].message_id}>`);
    expect((await world.ok('GET', `/api/outreach/${sequence.id}`)).totals).toMatchObject({
      enrolled: 1,
      completed: 1,
      active: 0,
    });
  });

  it('are taken once by several workers, and by none before their time', async () => {
    const contact = await world.contact();
    const sequence = await world.sequence([mailStep(1), mailStep(1)]);
    const id = await world.enrol(sequence, contact);
    await world.take(id);
    expect(mailsTo(contact)).toHaveLength(0);
    advance(DAY + 60);
    await Promise.all([world.take(id), world.take(id), world.take(id)]);
    await world.sendQueued();
    expect(mailsTo(contact)).toHaveLength(1);
  });

  it('that were put into another order are not repeated', async () => {
    const contact = await world.contact();
    const sequence = await world.sequence([mailStep(0, 'First'), mailStep(1, 'Second')]);
    const id = await world.enrol(sequence, contact);
    await world.take(id);
    await world.ok('POST', `/api/outreach/${sequence.id}/pause`, {});
    const [first, second] = sequence.steps;
    await world.ok('PATCH', `/api/outreach/${sequence.id}`, {
      steps: [
        { ...mailStep(0, 'Second'), id: second.id },
        { ...mailStep(0, 'First'), id: first.id },
        mailStep(0, 'Third'),
      ],
    });
    await world.ok('POST', `/api/outreach/${sequence.id}/activate`, {});
    await world.take(id);
    await world.take(id);
    expect(mailsTo(contact).map(({ source }) => /^Subject: (.*)$/m.exec(source)![1]!.trim())).toEqual([
      'First',
      'Third',
    ]);
  });

  it('leave inside the window in the zone of the contact only', async () => {
    const contact = await world.contact({ timezone: 'Asia/Tokyo' });
    const sequence = await world.sequence([mailStep()], {
      sending_window: { days: [1, 2, 3, 4, 5], from: '09:00', until: '10:00' },
    });
    const id = await world.enrol(sequence, contact);
    const { next_step_at: at } = await world.enrolment(sequence, id);
    const now = world.service.server.services.clock.now().getTime();
    const local = new Date(at).toLocaleString('sv', {
      timeZone: 'Asia/Tokyo',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    if (Date.parse(at) > now) expect(local).toMatch(/^(mån|tis|ons|tors|fre) 09:00$/);
    expect(Date.parse(at) - now).toBeLessThan(4 * DAY * 1000);
    // A job that comes after the window has closed waits for the next day.
    advance((Date.parse(at) - now) / 1000 + 3_600);
    await world.take(id);
    expect(mailsTo(contact)).toHaveLength(0);
    const { next_step_at: later } = await world.enrolment(sequence, id);
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(at));
    advance((Date.parse(later) - world.service.server.services.clock.now().getTime()) / 1000 + 60);
    await world.take(id);
    expect(mailsTo(contact)).toHaveLength(1);
  });

  it('wait while the sequence is paused, and go on when it is activated', async () => {
    const contact = await world.contact();
    const sequence = await world.sequence([mailStep(1)]);
    const id = await world.enrol(sequence, contact);
    await world.ok('POST', `/api/outreach/${sequence.id}/pause`, {});
    expect(await world.enrolment(sequence, id)).toMatchObject({ state: 'paused', reason: 'sequence_paused' });
    advance(2 * DAY);
    await world.take(id);
    expect(mailsTo(contact)).toHaveLength(0);
    await world.ok('POST', `/api/outreach/${sequence.id}/activate`, {});
    expect(await world.enrolment(sequence, id)).toMatchObject({ state: 'active', reason: null });
    advance(DAY + 60);
    await world.take(id);
    expect(mailsTo(contact)).toHaveLength(1);
  });

  it('pause the enrolment where a merge field has no value, and nothing is sent', async () => {
    const contact = await world.contact({ title: null });
    const sequence = await world.sequence([mailStep(0, 'For the {{contact.title}}')]);
    const id = await world.enrol(sequence, contact);
    await world.take(id);
    expect(await world.enrolment(sequence, id)).toMatchObject({
      state: 'paused',
      reason: 'unresolved_fields',
      current_step: 0,
    });
    await world.ok('PATCH', `/api/contacts/${contact.id}`, { title: 'Head of Sales' });
    await world.ok('POST', `/api/outreach/${sequence.id}/pause`, {});
    await world.ok('POST', `/api/outreach/${sequence.id}/activate`, {});
    await world.take(id);
    expect(mailsTo(contact)).toHaveLength(1);
  });

  it('put values into HTML as text and into a subject as one line', async () => {
    const contact = await world.contact({ first_name: '<b>{{contact.email}}' });
    const sequence = await world.sequence([mailStep()]);
    await world.take(await world.enrol(sequence, contact));
    const mail = await PostalMime.parse(mailsTo(contact)[0]!.source);
    expect(mail.subject).toBe('Hello <b>{{contact.email}}');
    expect(mail.html).toContain('&lt;b&gt;{{contact.email}}');
  });

  it('are found by the minutely check', async () => {
    const contact = await world.contact();
    const sequence = await world.sequence([mailStep(1)]);
    const id = await world.enrol(sequence, contact);
    const queued = async () => {
      const rows = await inspector.query(
        `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'take_outreach_steps' and j.payload::text like $1`,
        [`%${id}%`],
      );
      return rows.length;
    };
    await world.check();
    expect(await queued()).toBe(0);
    advance(DAY + 60);
    await world.check();
    await world.check();
    expect(await queued()).toBe(1);
  });
});

describe('an enrolment ends', () => {
  /** Enrols a contact in a sequence of three mails and takes the first. */
  async function running(fields: object = {}) {
    const contact = await world.contact();
    const sequence = await world.sequence([mailStep(), mailStep(1), mailStep(1)]);
    const id = await world.enrol(sequence, contact, fields);
    await world.take(id);
    return { contact, sequence, id };
  }

  async function expectEnded({ contact, sequence, id }: Data, state: string, reason: string): Promise<void> {
    const row = await world.enrolment(sequence, id);
    expect(row).toMatchObject({ state, reason, next_step_at: null, ended_at: expect.any(String) });
    advance(DAY + 60);
    await world.take(id);
    expect(mailsTo(contact)).toHaveLength(1);
  }

  const inbound = (contact: Data, fields: object = {}) =>
    world.ok('POST', '/api/communications', {
      channel: 'email',
      direction: 'inbound',
      body_text: 'Thank you',
      participants: [{ role: 'from', address: contact.email }],
      ...fields,
    });

  it('with an answer of the contact, but not with an automatic one', async () => {
    const one = await running();
    await inbound(one.contact, { is_auto_reply: true });
    expect(await world.enrolment(one.sequence, one.id)).toMatchObject({ state: 'active' });
    await inbound(one.contact);
    await expectEnded(one, 'replied', 'replied');
  });

  it('with an answer to its mail from an address that belongs to nobody, but not to another person', async () => {
    const one = await running();
    const [mail] = await world.ok('GET', `/api/communications?contact_id=${one.contact.id}`);
    const stranger = await world.contact();
    const from = (address: string) => ({
      in_reply_to: mail.id,
      participants: [{ role: 'from', address }],
    });
    await inbound(one.contact, from(stranger.email));
    expect(await world.enrolment(one.sequence, one.id)).toMatchObject({ state: 'active' });
    await inbound(one.contact, from('ada.at.home@example.org'));
    await expectEnded(one, 'replied', 'replied');
  });

  it.each<[string, string, string, (contact: Data) => Promise<unknown>]>([
    [
      'an opt-out',
      'opted_out',
      'opted_out',
      ({ id }) => world.ok('PUT', `/api/contacts/${id}/consent`, { email: { state: 'opted_out' } }),
    ],
    [
      'do not contact',
      'stopped',
      'do_not_contact',
      ({ id }) => world.ok('PATCH', `/api/contacts/${id}`, { do_not_contact: true }),
    ],
    [
      'the deletion of the contact',
      'stopped',
      'contact_deleted',
      ({ id }) => world.ok('DELETE', `/api/contacts/${id}`),
    ],
    [
      'the erasure of the contact',
      'stopped',
      'contact_erased',
      ({ id }) => world.ok('POST', `/api/contacts/${id}/erase`, {}),
    ],
  ])('with %s', async (_, state, reason, end) => {
    const one = await running();
    await end(one.contact);
    await expectEnded(one, state, reason);
  });

  it('with the merge of the contact into another', async () => {
    const one = await running();
    const primary = await world.contact();
    await world.ok('POST', `/api/contacts/${primary.id}/merge`, { duplicate_contact_id: one.contact.id });
    await expectEnded(one, 'stopped', 'contact_merged');
  });

  it('with the closing of the deal that it is about', async () => {
    const deal = await world.ok('POST', '/api/deals', { name: 'Offer', value: '10', currency: 'EUR' });
    const one = await running({ deal_id: deal.id });
    await world.ok('PATCH', `/api/deals/${deal.id}/stage`, { stage: 'closed_lost', lost_reason: 'price' });
    await expectEnded(one, 'stopped', 'deal_closed');
  });

  it('with a hard bounce', async () => {
    const contact = await world.contact();
    const sequence = await world.sequence([mailStep(), mailStep(1)]);
    const id = await world.enrol(sequence, contact);
    world.box.behave({ rcpt: () => '550 no such user' });
    await world.take(id);
    world.box.behave({});
    expect(await world.enrolment(sequence, id)).toMatchObject({ state: 'bounced', reason: 'hard_bounce' });
  });

  it('before a mail that waits for another attempt, which then does not leave', async () => {
    const contact = await world.contact();
    const sequence = await world.sequence([mailStep(), mailStep(5)], { sending_window: ALWAYS });
    const id = await world.enrol(sequence, contact);
    world.box.behave({ rcpt: () => '451 later' });
    await world.take(id);
    world.box.behave({});
    await inbound(contact);
    advance(120);
    await world.sendQueued();
    expect(mailsTo(contact)).toHaveLength(0);
    const [message] = await world.ok(
      'GET',
      `/api/communications?contact_id=${contact.id}&filter[direction]=outbound`,
    );
    expect(message).toMatchObject({ status: 'failed', failure_reason: 'enrolment_ended' });
  });
});
