// The webhook of a demo workspace: paused, because its URL does not exist.
import type { Keys } from '../access/keys.ts';
import { createSecret, encryptForWebhook } from '../domains/webhooks/signing.ts';
import { API_VERSIONS } from '../version.ts';
import type { Row } from './companies.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

/** Returns the rows of the tables webhooks and webhook_lanes. */
export function drawWebhook(
  random: Random,
  staff: Staff,
  keys: Keys,
  now: Date,
): { webhook: Row; endpointQueue: Row } {
  const at = daysBefore(now, random.int(20, 200));
  const id = random.id(at);
  const admin = actor(staff.people.find(({ roleKey }) => roleKey === 'admin')!);
  const webhook = {
    tenant_id: staff.tenantId,
    id,
    name: 'Data warehouse',
    url: 'https://hooks.example.com/crm',
    event_types: ['deal.*', 'company.created'],
    filter: {},
    status: 'paused',
    signature: 'v1',
    sealed_secret: encryptForWebhook(keys, id, createSecret('v1').secret),
    api_version: API_VERSIONS[0],
    header_names: [],
    max_in_flight: 5,
    activated_at: at,
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: admin,
    updated_by: admin,
  };
  return { webhook, endpointQueue: { webhook_id: id, workspace_id: staff.tenantId, capacity: 5 } };
}
