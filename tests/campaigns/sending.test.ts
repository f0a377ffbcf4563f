// Campaigns from launch to result, with a real mail server: who gets one, once, and what pausing, cancelling and answers do.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { watchCampaigns } from '../../src/domains/campaigns/jobs.ts';
import { sendCampaign } from '../../src/domains/campaigns/sending.ts';
import { type Data, OutreachWorld } from '../outreach/outreach-world.ts';

let world: OutreachWorld;

beforeAll(async () => {
  world = await OutreachWorld.start();
}, 60_000);

afterAll(() => world?.stop());

const TEXTS = {
  subject: 'Hello {{contact.first_name|there}}',
  body: 'Visit us, {{contact.first_name|there}}.\n\nUnsubscribe: {{unsubscribe_url}}',
};
const campaign = (fields: object = {}): Promise<Data> =>
  world.ok('POST', '/api/campaigns', { name: 'Fair', channel: 'email', ...TEXTS, ...fields });
const add = (id: string, contacts: Data[]): Promise<Data> =>
  world.ok('POST', `/api/campaigns/${id}/members`, { contact_ids: contacts.map((one) => one.id) });
const launch = (id: string) => world.call('POST', `/api/campaigns/${id}/launch`, {});
const get = (id: string): Promise<Data> => world.ok('GET', `/api/campaigns/${id}`);
const members = (id: string): Promise<Data[]> => world.ok('GET', `/api/campaigns/${id}/members?pageSize=100`);
const stats = (id: string): Promise<Data> => world.ok('GET', `/api/campaigns/${id}/stats`);
const work = (id: string) => sendCampaign(world.job, { id });
const check = () => watchCampaigns(world.service.server.services, world.job.log);
const mailsTo = (contact: Data) =>
  world.box.mails.filter(({ recipients }) => recipients.includes(contact.email));

/** Sends everything that waits, as the workers do. */
async function sendAll(id: string): Promise<void> {
  await work(id);
  await world.sendQueued();
  await check();
}

const people = (count: number): Promise<Data[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => world.contact({ first_name: `P${index}` })));

describe('a launch', () => {
  it('sends to every member once, with its own texts and a link to unsubscribe, and completes the campaign', async () => {
    const [one, two] = (await people(2)) as [Data, Data];
    const { id } = await campaign();
    expect(await add(id, [one, two, one])).toEqual({ added: 2, already_members: 0, not_found: [] });
    expect(await add(id, [one])).toMatchObject({ added: 0, already_members: 1 });
    const launched = await launch(id);
    expect(launched.body.data).toMatchObject({ status: 'sending', totals: { members: 2, pending: 2 } });
    await sendAll(id);
    await sendAll(id);
    expect([mailsTo(one).length, mailsTo(two).length]).toEqual([1, 1]);
    const mail = await PostalMime.parse(mailsTo(one)[0]!.source);
    expect(mail.subject).toBe('Hello P0');
    const links = mail.text!.match(/\/api\/campaigns\/public\/unsubscribe\/\S+/g);
    expect(links).toHaveLength(1);
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    );
    expect(await get(id)).toMatchObject({ status: 'completed', totals: { sent: 2, pending: 0 } });
    expect((await launch(id)).body.error).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      details: { allowed: [] },
    });
  });

  it('is refused with everything that is missing, and then changes nothing', async () => {
    const { id } = await campaign({ subject: null, body: 'No link' });
    const refused = await launch(id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'CAMPAIGN_NOT_READY',
          details: { missing: ['subject', 'unsubscribe_link', 'members'] },
        },
      },
    });
    const { id: sms } = await world.ok('POST', '/api/campaigns', { name: 'SMS', channel: 'sms' });
    expect((await launch(sms)).body.error.details.missing).toEqual(['channel', 'subject', 'body', 'members']);
    expect(await get(id)).toMatchObject({ status: 'draft', version: 1 });
  });

  it('adds the contacts of a tag and a saved view, without those that are excluded', async () => {
    const tag = 'fair-guests';
    const [one, two, three] = (await Promise.all(
      [{ tags: [tag] }, { tags: [tag] }, { title: 'Zookeeper' }].map((fields) => world.contact(fields)),
    )) as [Data, Data, Data];
    const view = await world.ok('POST', '/api/saved-views', {
      ...{ entity: 'contacts', name: 'Zookeepers' },
      filter: { and: [{ field: 'title', op: 'eq', value: 'Zookeeper' }] },
    });
    const { id } = await campaign({
      audience: { tag, saved_view_id: view.id },
      exclude: { contact_ids: [two.id] },
    });
    const preview = await world.ok('GET', `/api/campaigns/${id}/audience-preview`);
    expect(preview).toMatchObject({ total: 2, sendable: 2, skipped: [] });
    await launch(id);
    await sendAll(id);
    expect([one, two, three].map((contact) => mailsTo(contact).length)).toEqual([1, 0, 1]);
    expect((await members(id)).map(({ source }) => source)).toEqual(['audience', 'audience']);
  });

  it('at a time waits for it', async () => {
    const [contact] = (await people(1)) as [Data];
    const at = new Date(world.service.server.services.clock.now().getTime() + 3_600_000).toISOString();
    const { id } = await campaign({ scheduled_at: at });
    await add(id, [contact]);
    expect((await launch(id)).body.data).toMatchObject({ status: 'scheduled', started_at: null });
    await check();
    expect((await get(id)).status).toBe('scheduled');
    world.service.advance(3_700);
    await check();
    expect((await get(id)).status).toBe('sending');
    await sendAll(id);
    expect(mailsTo(contact)).toHaveLength(1);
  });
});

describe('a member', () => {
  it('that may not be written to is skipped with the reason, which the preview says before', async () => {
    const [reached, second, doNot, out, none] = (await Promise.all([
      world.contact({ email: 'same@example.com' }),
      world.contact(),
      world.contact({ do_not_contact: true }),
      world.contact(),
      world.contact({ email: null }),
    ])) as [Data, Data, Data, Data, Data];
    await world.ok('PUT', `/api/contacts/${out.id}/consent`, { email: { state: 'opted_out' } });
    const { id } = await campaign();
    await add(id, [reached, second, doNot, out, none]);
    const preview = await world.ok('GET', `/api/campaigns/${id}/audience-preview`);
    expect(preview).toMatchObject({ total: 5, sendable: 2 });
    expect(preview.skipped.map((one: Data) => one.reason).sort()).toEqual([
      'do_not_contact',
      'no_address',
      'opted_out',
    ]);
    await launch(id);
    await sendAll(id);
    const { skipped, sent, skipped_by_reason: reasons } = await stats(id);
    expect({ skipped, sent }).toEqual({ skipped: 3, sent: 2 });
    expect(reasons).toHaveLength(3);
    expect((await get(id)).status).toBe('completed');
  });

  it('without an opt-in is skipped where the campaign requires one', async () => {
    const [asked, agreed] = (await people(2)) as [Data, Data];
    await world.ok('PUT', `/api/contacts/${agreed.id}/consent`, { email: { state: 'opted_in' } });
    const { id } = await campaign({ requires_opt_in: true });
    await add(id, [asked, agreed]);
    await launch(id);
    await sendAll(id);
    expect([mailsTo(asked).length, mailsTo(agreed).length]).toEqual([0, 1]);
    expect((await members(id)).find((one) => one.contact_id === asked.id).skip_reason).toBe('no_consent');
  });

  it('can be removed until it has got the campaign', async () => {
    const [kept, removed] = (await people(2)) as [Data, Data];
    const { id } = await campaign();
    await add(id, [kept, removed]);
    const of = async (contact: Data) => (await members(id)).find((one) => one.contact_id === contact.id);
    const remove = async (contact: Data) =>
      world.call('DELETE', `/api/campaigns/${id}/members/${(await of(contact)).id}`);
    expect((await remove(removed)).status).toBe(200);
    await launch(id);
    await work(id);
    await world.ok('POST', `/api/campaigns/${id}/pause`, {});
    expect((await remove(kept)).body.error).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'already_sent' },
    });
  });

  it('that unsubscribes, answers, opens or bounces counts in the results, the furthest as its status', async () => {
    const [one, two] = (await people(2)) as [Data, Data];
    const { id } = await campaign();
    await add(id, [one, two]);
    await launch(id);
    await sendAll(id);
    const { text } = await PostalMime.parse(mailsTo(one)[0]!.source);
    const [path] = text!.match(/\/api\/campaigns\/public\/unsubscribe\/\S+/)!;
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(`${world.service.url}${path}`, { method: 'POST', body: oneClick })).status).toBe(200);
    const ofTwo = (await members(id)).find((member) => member.contact_id === two.id);
    const { thread_id: threadId } = await world.ok('GET', `/api/communications/${ofTwo.communication_id}`);
    await world.ok('POST', '/api/communications', {
      ...{
        channel: 'email',
        direction: 'inbound',
        subject: 'Re: Hello',
        body_text: 'Gladly.',
        thread_id: threadId,
      },
      participants: [{ role: 'from', address: two.email, contact_id: two.id }],
      occurred_at: world.service.server.services.clock.now().toISOString(),
    });
    expect(await stats(id)).toMatchObject({
      sent: 2,
      opted_out: 1,
      replied: 1,
      opt_out_rate: 0.5,
      reply_rate: 0.5,
    });
    expect((await members(id)).map(({ status }) => status).sort()).toEqual(['opted_out', 'replied']);
  });
});

describe('a campaign that is being sent', () => {
  it('stops when it is paused, keeps what was sent, and goes on with the others once', async () => {
    const contacts = await people(23);
    const { id } = await campaign();
    await add(id, contacts);
    await launch(id);
    await work(id);
    await world.ok('POST', `/api/campaigns/${id}/pause`, {});
    await world.sendQueued();
    expect(contacts.flatMap(mailsTo)).toHaveLength(0);
    expect((await world.ok('PATCH', `/api/campaigns/${id}`, { name: 'Fair, second half' })).status).toBe(
      'paused',
    );
    expect((await launch(id)).body.data.status).toBe('sending');
    await sendAll(id);
    expect(contacts.map((contact) => mailsTo(contact).length)).toEqual(Array(23).fill(1));
    expect((await get(id)).status).toBe('completed');
  }, 60_000);

  it('that is cancelled sends nothing more, and who has got nothing is skipped', async () => {
    const contacts = await people(2);
    const { id } = await campaign();
    await add(id, contacts);
    await launch(id);
    await work(id);
    expect((await world.call('POST', `/api/campaigns/${id}/cancel`, {})).body.error.code).toBe(
      'INVALID_STATE_TRANSITION',
    );
    await world.ok('POST', `/api/campaigns/${id}/pause`, {});
    await world.ok('POST', `/api/campaigns/${id}/cancel`, {});
    world.service.advance(12_000);
    await world.sendQueued();
    expect(contacts.flatMap(mailsTo)).toHaveLength(0);
    expect((await members(id)).map(({ skip_reason }) => skip_reason)).toEqual(['cancelled', 'cancelled']);
    expect((await launch(id)).status).toBe(409);
  });

  it('goes on without a message that somebody has taken back', async () => {
    const contacts = await people(2);
    const { id } = await campaign();
    await add(id, contacts);
    await launch(id);
    await work(id);
    const [first] = (await members(id)) as [Data];
    await world.ok('POST', `/api/communications/${first.communication_id}/cancel`, {});
    await world.sendQueued();
    await check();
    expect(await get(id)).toMatchObject({ status: 'completed', totals: { sent: 1, skipped: 1 } });
    const { body_text: stored } = await world.ok('GET', `/api/communications/${first.communication_id}`);
    expect(stored).toContain('{{unsubscribe_url}}');
  });

  it('keeps the furthest status when contacts who both got it are merged', async () => {
    const [kept, merged] = (await people(2)) as [Data, Data];
    const { id } = await campaign();
    await add(id, [kept, merged]);
    await launch(id);
    await sendAll(id);
    await world.service.server.services.database.write({ tenantId: world.service.acme.id }, ({ db }) =>
      db('campaign_members')
        .where({ contact_id: merged.id, campaign_id: id })
        .update({ replied_at: new Date() }),
    );
    await world.ok('POST', `/api/contacts/${kept.id}/merge`, { duplicate_contact_id: merged.id });
    expect(await members(id)).toEqual([expect.objectContaining({ contact_id: kept.id, status: 'replied' })]);
  });

  it('does not add a removed member again when it is launched', async () => {
    const contact = await world.contact({ tags: ['twice'] });
    const { id } = await campaign({ audience: { tag: 'twice' } });
    await add(id, [contact]);
    const [member] = (await members(id)) as [Data];
    await world.ok('DELETE', `/api/campaigns/${id}/members/${member.id}`);
    expect((await launch(id)).body.error.details.missing).toEqual(['members']);
    expect((await get(id)).exclude.contact_ids).toEqual([contact.id]);
  });

  it('is sent once by two workers at the same time', async () => {
    const contacts = await people(30);
    const { id } = await campaign();
    await add(id, contacts);
    await launch(id);
    await Promise.all([work(id), work(id), work(id)]);
    await world.sendQueued();
    expect(contacts.map((contact) => mailsTo(contact).length)).toEqual(Array(30).fill(1));
  }, 60_000);
});

describe('a test', () => {
  it('goes to people of the team alone, and is no message of the campaign', async () => {
    const { id } = await campaign();
    const { owner } = world.service.acme.people;
    const sent = await world.ok('POST', `/api/campaigns/${id}/test-send`, { user_ids: [owner.userId] });
    expect(sent.recipients).toEqual([owner.email]);
    await world.sendQueued();
    const mail = await PostalMime.parse(
      world.box.mails.find(({ recipients }) => recipients.includes(owner.email))!.source,
    );
    expect(mail.subject).toBe('[Test] Hello there');
    expect((await get(id)).totals.members).toBe(0);
    const stranger = await world.call('POST', `/api/campaigns/${id}/test-send`, {
      user_ids: [crypto.randomUUID()],
    });
    expect(stranger).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'user_ids[0]', rule: 'exists' }] } },
    });
  });
});

it('an agent that launches a campaign proposes it, with the number of recipients and the text', async () => {
  const [contact] = (await people(1)) as [Data];
  const { id } = await campaign();
  await add(id, [contact]);
  const { agent } = world.service.acme;
  const queued = await world.service.rest(
    'POST',
    `/api/campaigns/${id}/launch`,
    {},
    {
      as: agent,
      headers: { 'idempotency-key': crypto.randomUUID() },
    },
  );
  expect(queued).toMatchObject({ status: 202, body: { data: { executed: false } } });
  const proposal = await world.ok('GET', `/api/agent/actions/proposals/${queued.body.data.proposal_id}`);
  expect(JSON.stringify(proposal.preview)).toContain('Visit us');
  expect((await get(id)).status).toBe('draft');
});
