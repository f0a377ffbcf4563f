// Creates campaigns in the state in which the operation of a path accepts them.
import type { CallMaker } from './calls.ts';

interface Created {
  id: string;
}

async function ok<T>(maker: CallMaker, method: string, path: string, body?: object): Promise<T> {
  const reply = await maker.service.rest(method, path, body, { as: maker.workspace.people.owner });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

/** Creates a campaign for the operation of the path. @returns its id */
export async function campaignFor(maker: CallMaker, path: string): Promise<string> {
  const text = 'Hello. Unsubscribe: {{unsubscribe_url}}';
  const { id } = await ok<Created>(maker, 'POST', '/api/campaigns', {
    ...{ name: 'Fair', channel: 'email', subject: 'Fair', body: text },
  });
  if (!/\/(launch|pause|test-send)$/.test(path)) return id;
  // Nothing is sent in these tests, so nothing needs to listen.
  await ok(maker, 'POST', '/api/settings/api-keys', {
    ...{ label: 'Mail', provider: 'email_smtp', is_default: true },
    secret: 'smtp://127.0.0.1:9/?from=sales@acme.example',
  });
  await memberOf(maker, id);
  if (path.endsWith('/pause')) await ok(maker, 'POST', `/api/campaigns/${id}/launch`, {});
  return id;
}

/** Adds a contact to a campaign. @returns the id of the member */
export async function memberOf(maker: CallMaker, id: string): Promise<string> {
  const email = `${crypto.randomUUID()}@buyer.example`;
  const contact = await ok<Created>(maker, 'POST', '/api/contacts', { first_name: 'Amy', email });
  await ok(maker, 'POST', `/api/campaigns/${id}/members`, { contact_ids: [contact.id] });
  return (await ok<Created[]>(maker, 'GET', `/api/campaigns/${id}/members`))[0]!.id;
}

/** Creates a saved view of contacts. @returns its id */
export async function viewOfContacts(maker: CallMaker): Promise<string> {
  const view = { entity: 'contacts', name: `Contacts ${crypto.randomUUID()}`, visibility: 'tenant' };
  return (await ok<Created>(maker, 'POST', '/api/saved-views', view)).id;
}
