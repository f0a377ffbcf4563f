// Creates over HTTP a person whom every table of a workspace mentions, for tests of erasure.
import { type Data, host, type Records } from './records.ts';

/** The records that mention the person. */
export interface KnownPerson {
  contact: Data;
  company: Data;
  mergeId: string;
}

/** Creates a person, named Zanzibar in every text about them, and merges a duplicate into them. */
export async function makeKnownPerson(records: Records): Promise<KnownPerson> {
  const company = await records.company();
  const email = `zanzibar@${host()}`;
  const contact = await records.contact({
    first_name: 'Zanzibar',
    last_name: 'Quimby',
    email,
    phone: '+49 30 8675309',
    title: 'Zanzibar title',
    prefix: 'Zanzibar',
    suffix: 'Zanzibar',
    department: 'Zanzibar',
    linkedin_url: 'https://www.linkedin.com/in/zanzibar',
    address: { line1: 'Zanzibar Street 1' },
    company_id: company.id,
    tags: ['zanzibar'],
  });
  const { id } = contact;
  const duplicate = await records.contact({
    first_name: 'Zanzibar',
    last_name: 'Twin',
    email: `zanzibar@${host()}`,
  });
  await records.ok('POST', `/api/contacts/${duplicate.id}/notes`, { body: 'zanzibar of the twin' });
  const { merge } = await records.merge('contacts', id, duplicate.id);
  const note = await records.ok('POST', `/api/contacts/${id}/notes`, { body: 'zanzibar said' });
  await records.ok('PATCH', `/api/contacts/${id}/notes/${note.id}`, { body: 'zanzibar said more' });
  await records.ok('PATCH', `/api/contacts/${id}`, { middle_name: 'Zanzibar', title: 'Other' });
  const added = await records.ok('POST', `/api/contacts/${id}/contact-methods`, {
    kind: 'profile',
    value: 'https://social.example/zanzibar',
  });
  await records.ok('DELETE', `/api/contacts/${id}/contact-methods/${added.id}`);
  await records.ok('PATCH', `/api/contacts/${id}/companies/${company.id}`, { title: 'Zanzibar of sales' });
  const activity = await records.ok('POST', '/api/activities', {
    type: 'meeting',
    subject: 'Zanzibar meets us',
    body: 'Zanzibar said',
    status: 'held',
    occurred_at: '2026-01-02T10:00:00Z',
    links: [{ entity: 'contact', id }],
  });
  await records.ok('PATCH', `/api/activities/${activity.id}`, { body: 'Zanzibar said no' });
  await records.ok('POST', `/api/activities/${activity.id}/action-items`, { title: 'Call Zanzibar' });
  const outcome = await records.ok('POST', `/api/contacts/${id}/relationship-outcomes`, {
    outcome_type: 'referral_given',
    direction: 'outbound',
    occurred_on: '2026-01-03',
    summary: 'Zanzibar referred us',
  });
  await records.ok('PATCH', `/api/contacts/${id}/relationship-outcomes/${outcome.id}`, {
    summary: 'Zanzibar did',
  });
  await records.ok('PUT', `/api/contacts/${id}/consent`, {
    email: { state: 'opted_out', source: 'zanzibar' },
  });
  await records.service.rest(
    'PATCH',
    `/api/contacts/${id}`,
    { department: 'Zanzibar again' },
    {
      headers: { 'idempotency-key': `key-${id}` },
    },
  );
  return { contact, company, mergeId: merge.id };
}
