// Governed custom fields and the model: classes that route and settings do not allow are in no request to the provider,
// whatever tool the model calls and whoever asks.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fields } from '../custom-fields/fields.ts';
import { Inspector } from '../support/inspector.ts';
import { call, say } from '../support/model-server.ts';
import { Surfaces } from '../support/surfaces.ts';
import { startWorld, type World } from './assistant-world.ts';

const RESTRICTED = 'canary7restricted';
const PRIVATE = 'canary7private';
/** The number of reads in one exchange with the model. */
const BATCH = 15;

let world: World;
let inspector: Inspector;
let fields: Fields;
let calls: [name: string, input: object][];
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await startWorld();
  const { service } = world;
  inspector = await Inspector.open(service.databaseUrl);
  fields = new Fields(service);
  await inspector.query(
    `with new_role as (insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
       values ($1, gen_random_uuid(), 'confidant', 'confidant', $2, now(), now()) returning id)
     insert into membership_roles (tenant_id, membership_id, role_id)
       select $1, m.id, new_role.id from memberships m, new_role where m.tenant_id = $1 and m.user_id = $3`,
    [
      service.acme.id,
      ['restricted', 'private'].flatMap((fieldClass) => [
        `custom_fields_${fieldClass}.read`,
        `custom_fields_${fieldClass}.update`,
      ]),
      service.acme.people.owner.userId,
    ],
  );
  service.server.services.principals.clear();
  for (const entity of ['companies', 'contacts', 'deals']) {
    await fields.define({ entity, key: 'motive', classification: 'restricted_relationship' });
    await fields.define({ entity, key: 'diary', classification: 'private_user_note', type: 'long_text' });
  }
  const custom_fields = { motive: RESTRICTED, diary: PRIVATE };
  ids.companyId = (
    await fields.ok('POST', '/api/clients', {
      client_name: 'Tainted Client',
      website: 'tainted.example.com',
      custom_fields,
    })
  ).id;
  ids.contactId = (await fields.ok('POST', '/api/contacts', { first_name: 'Tainted', custom_fields })).id;
  ids.dealId = (
    await fields.ok('POST', '/api/deals', { name: 'Tainted', company_id: ids.companyId, custom_fields })
  ).id;
  await fields.ok('POST', '/api/agent/actions/proposals', {
    operation: 'UpdateCompany',
    arguments: { id: ids.companyId, custom_fields: { motive: `${RESTRICTED} proposed` } },
    title: 'Tainted',
  });
  const surfaces = new Surfaces(service, service.acme, {
    contactId: ids.contactId!,
    companyId: ids.companyId!,
  });
  calls = (await surfaces.reads()).map(({ operation, input }) => [
    operation.tool.replaceAll('.', '_'),
    input,
  ]);
  calls.push(['get_deal', { id: ids.dealId }], ['list_deals', {}], ['get_client', { id: ids.companyId }]);
});

afterAll(async () => {
  await inspector?.close();
  await world?.stop();
});

/** Returns all that the provider received while the model called every tool, and the ids of the conversations. */
async function everythingSent(): Promise<{ sent: string; conversations: string[] }> {
  const conversations: string[] = [];
  let sent = '';
  for (let start = 0; start < calls.length; start += BATCH) {
    world.model.script(call(...calls.slice(start, start + BATCH)), say('Done.'));
    const { body } = await world.ask('What is there?', { context: { type: 'company', id: ids.companyId } });
    expect(body).toMatchObject({ data: { providerUnavailable: false } });
    conversations.push(body.data.conversation_id);
    sent += JSON.stringify(world.model.requests);
  }
  return { sent, conversations };
}

const allow = async (classes: string[]) => {
  await world.route({ data_classes_allowed: classes });
  const reply = await world.service.rest('PATCH', '/api/assistant/settings', { data_classes: classes });
  expect(reply.status).toBe(200);
};

describe('a governed custom field', () => {
  it('can be read by the person who asks', async () => {
    expect((await fields.get(ids.companyId!)).custom_fields).toEqual({ motive: RESTRICTED, diary: PRIVATE });
  });

  it('is in no request to the provider if only ordinary fields are allowed', async () => {
    await allow(['ordinary_crm']);
    const { sent } = await everythingSent();
    expect(sent).toContain('Tainted Client');
    expect(sent).not.toMatch(/canary7/);
  });

  it('is sent only if its class is allowed, and no longer once it is disallowed', async () => {
    await allow(['ordinary_crm', 'restricted_relationship']);
    const { sent, conversations } = await everythingSent();
    expect(sent).toContain(RESTRICTED);
    expect(sent).not.toContain(PRIVATE);
    const marked = await inspector.query<{ governed_fields: string[] }>(
      `select distinct governed_fields from assistant_messages where conversation_id = any ($1) and role = 'assistant'`,
      [conversations],
    );
    expect(marked.flatMap(({ governed_fields }) => governed_fields)).toContain('customFieldsRestricted');
    world.model.script(call(['get_company', { id: ids.companyId }]), say(`The motive is ${RESTRICTED} [1].`));
    const { body } = await world.ask('Why?');
    expect(body.data.text).toContain(RESTRICTED);
    await allow(['ordinary_crm']);
    world.model.script(say('Hello.'));
    await world.ask('And now?', { conversation_id: body.data.conversation_id });
    expect(JSON.stringify(world.model.requests)).not.toMatch(/canary7/);
  });

  it('cannot be used by the model to filter or sort', async () => {
    world.model.script(
      call(
        ['list_companies', { filter: { custom_fields: [{ key: 'motive', op: 'eq', value: 'x' }] } }],
        ['list_companies', { custom_sort: ['motive'] }],
      ),
      say('Done.'),
    );
    await world.ask('Which?');
    const sent = JSON.stringify(world.model.requests.at(-1)!.messages);
    expect(sent.match(/field_not_readable/g) ?? sent.slice(-2000)).toHaveLength(2);
  });
});
