// Custom roles of a demo workspace, in addition to the system roles.
import { BASELINE } from '../access/roles.ts';
import type { Row } from './companies.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

const ROLES = [
  {
    key: 'field_sales',
    name: 'Field sales',
    description: 'Changes their own deals and contacts, reads every company.',
    grants: ['deals.*', 'contacts.*', 'activities.*', 'notes.*', 'companies.read'],
    record_scope: { '*': 'own' },
  },
  {
    key: 'reviewer',
    name: 'Reviewer',
    description: 'Reads the settings and the numbers, and changes nothing.',
    grants: ['companies.read', 'deals.read', 'deals.export', 'clients.read'],
    record_scope: {},
  },
];

/** Returns rows of the table roles; no member has these roles yet. */
export function drawRoles(random: Random, staff: Staff, now: Date): Row[] {
  const author = actor(staff.people.find(({ roleKey }) => roleKey === 'owner')!);
  return ROLES.map(({ grants, ...role }) => {
    const at = random.workday(daysBefore(now, 400), daysBefore(now, 100));
    return {
      tenant_id: staff.tenantId,
      id: random.id(at),
      ...role,
      grants: [...grants, ...BASELINE],
      created_at: at,
      updated_at: at,
      created_by: author,
      updated_by: author,
    };
  });
}
