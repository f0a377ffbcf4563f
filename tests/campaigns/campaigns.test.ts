// Campaigns as records: what can be written in each status, how they are found, and what they refer to.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const call = (method: string, path: string, body?: unknown) =>
  service.rest(method, path, body, { as: service.acme.people.owner });

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const reply = await call(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

const draft = (fields: object = {}): Promise<Data> =>
  ok('POST', '/api/campaigns', { name: 'Autumn fair', channel: 'email', ...fields });

const setStatus = (id: string, status: string) => {
  const at = new Date('2030-01-01');
  const ended_at = ['completed', 'cancelled'].includes(status) ? at : null;
  return service.server.services.database.write({ tenantId: service.acme.id }, async ({ db }) => {
    await db('campaigns').where({ id }).update({ status, scheduled_at: at, ended_at });
  });
};

const faultOf = async (method: string, path: string, body: unknown) => {
  const { status, body: answer } = await call(method, path, body);
  const { code, fields, details } = answer.error;
  return [status, code, fields?.[0]?.path, fields?.[0]?.rule ?? details?.reason];
};

it('a new campaign is a draft without members', async () => {
  const campaign = await draft({ subject: ' Hall\n4 ', body: 'Hello {{contact.first_name|there}}' });
  expect(campaign).toMatchObject({
    version: 1,
    status: 'draft',
    subject: 'Hall 4',
    body: 'Hello {{contact.first_name|there}}',
    body_html: null,
    audience: { contact_ids: [], saved_view_id: null, tag: null },
    exclude: { contact_ids: [], tag: null },
    requires_opt_in: false,
    totals: { members: 0, pending: 0, opted_out: 0 },
  });
  expect(await ok('GET', `/api/campaigns/${campaign.id}`)).toEqual(campaign);
});

it('HTML is stored without scripts, and with the unsubscribe link', async () => {
  const html = '<p onclick="x()">Hi</p><script>x()</script><a href="{{unsubscribe_url}}">Unsubscribe</a>';
  const { body_html: stored } = await draft({ body_html: html });
  expect(stored).toBe('<p>Hi</p><a href="{{unsubscribe_url}}" rel="noopener noreferrer">Unsubscribe</a>');
});

it.each([
  ['an unknown merge field', { body: '{{contact.salary}}' }, 'body', 'merge_field'],
  ['a field of a deal', { subject: '{{deal.name}}' }, 'subject', 'merge_field'],
  ['a time that has passed', { scheduled_at: '2020-01-01T00:00:00Z' }, 'scheduled_at', 'past'],
  ['a time that is too far away', { scheduled_at: '2090-01-01T00:00:00Z' }, 'scheduled_at', 'too_far'],
  ['a blank name', { name: ' ' }, 'name', 'required'],
  [
    'a mail server that is not there',
    { from_connector_id: '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f' },
    'from_connector_id',
    'exists',
  ],
  [
    'a contact that is not there',
    { audience: { contact_ids: ['019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f'] } },
    'audience.contact_ids[0]',
    'exists',
  ],
])('%s is refused', async (_, fields, path, rule) => {
  expect(await faultOf('POST', '/api/campaigns', { name: 'Fair', channel: 'email', ...fields })).toEqual([
    400,
    'VALIDATION_ERROR',
    path,
    rule,
  ]);
});

it('a saved view of another list is no audience', async () => {
  const view = await ok('POST', '/api/saved-views', { entity: 'deals', name: 'Deals' });
  const body = { name: 'Fair', channel: 'email', audience: { saved_view_id: view.id } };
  expect((await call('POST', '/api/campaigns', body)).body.error.code).toBe('VALIDATION_ERROR');
});

it('the channel stays as it was created', async () => {
  const { id } = await draft();
  expect(await faultOf('PATCH', `/api/campaigns/${id}`, { channel: 'sms' })).toEqual([
    400,
    'VALIDATION_ERROR',
    'channel',
    'read_only',
  ]);
  expect((await ok('PATCH', `/api/campaigns/${id}`, { channel: 'email' })).version).toBe(1);
});

it.each([
  ['draft', 200, 200],
  ['scheduled', 200, 200],
  ['paused', 200, 200],
  ['sending', 409, 409],
  ['completed', 409, 200],
  ['cancelled', 409, 200],
])(
  'a campaign that is %s answers a change with %d and a deletion with %d',
  async (status, update, remove) => {
    const { id } = await draft();
    await setStatus(id, status);
    const path = `/api/campaigns/${id}`;
    expect((await call('PATCH', path, { name: 'Spring fair' })).status).toBe(update);
    expect((await call('DELETE', path)).status).toBe(remove);
    expect((await call('GET', path)).status).toBe(remove === 200 ? 404 : 200);
  },
);

it('a scheduled campaign keeps a time', async () => {
  const { id } = await draft();
  await setStatus(id, 'scheduled');
  expect(await faultOf('PATCH', `/api/campaigns/${id}`, { scheduled_at: null })).toEqual([
    400,
    'VALIDATION_ERROR',
    'scheduled_at',
    'required',
  ]);
});

it('lists filter by status and channel, and find words of name and subject', async () => {
  const { id } = await draft({ name: 'Zanzibar tour', channel: 'event', subject: 'Ferry tickets' });
  for (const query of ['search=zanzib', 'search=ferry', 'filter[channel][eq]=event'])
    expect((await ok('GET', `/api/campaigns?${query}`)).map((one: Data) => one.id)).toEqual([id]);
  expect((await ok('GET', '/api/campaigns?search=zanzib&filter[status][eq]=sending')).length).toBe(0);
});

it('global search finds campaigns', async () => {
  const { id } = await draft({ name: 'Quokka newsletter' });
  const query = `{ globalSearch(q: "quokka", modules: [CAMPAIGNS]) { groups { module status total hits { title subtitle record { ... on Campaign { id } } } } } }`;
  const { body } = await service.graphql(query, {}, { as: service.acme.people.owner });
  expect(body.data.globalSearch.groups).toEqual([
    {
      module: 'CAMPAIGNS',
      status: 'SEARCHED',
      total: 1,
      hits: [{ title: 'Quokka newsletter', subtitle: null, record: { id } }],
    },
  ]);
});

it('events contain neither the text nor the HTML', async () => {
  const { id } = await draft({ body: 'Secret offer', body_html: '<p>Secret offer</p>' });
  const rows = await service.sql<{ data: unknown }>(
    service.acme,
    'select to_jsonb(e) as data from events e where object_id = ?',
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('Secret');
});
