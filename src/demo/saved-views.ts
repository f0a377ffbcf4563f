// Saved views of a demo workspace: one for everybody, one shared and one private.
import type { Row } from './companies.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

const VIEWS = [
  {
    by: 'manager',
    entity: 'deals',
    name: 'Closing this quarter',
    visibility: 'tenant',
    filter: {
      and: [
        { field: 'status', op: 'eq', value: 'open' },
        { field: 'expected_close_on', op: 'eq', value: '@this_quarter' },
      ],
    },
    sort: ['expected_close_on'],
    columns: ['name', 'value', 'stage', 'expected_close_on', 'owner_user_id'],
    group_by: 'stage',
    layout: 'board',
  },
  {
    by: 'manager',
    entity: 'companies',
    name: 'Without an owner',
    visibility: 'shared',
    filter: { field: 'owner_user_id', op: 'is_null', value: true },
    sort: ['-employee_count', 'name'],
    columns: ['name', 'industry', 'employee_count'],
    group_by: null,
    layout: 'table',
  },
  {
    by: 'member',
    entity: 'contacts',
    name: 'My contacts',
    visibility: 'private',
    filter: {
      and: [
        { field: 'owner_user_id', op: 'eq', value: '@me' },
        { not: { field: 'do_not_contact', op: 'eq', value: true } },
      ],
    },
    sort: ['name'],
    columns: ['display_name', 'title', 'company_id'],
    group_by: null,
    layout: 'table',
  },
];

/** Returns the rows of the tables saved_views and saved_view_shares. */
export function drawSavedViews(
  random: Random,
  { tenantId, people }: Staff,
  now: Date,
): { views: Row[]; shares: Row[] } {
  const memberWith = (key: string) => people.find(({ roleKey }) => roleKey === key)!;
  const views = VIEWS.map(({ by, ...view }, index) => {
    const at = random.workday(daysBefore(now, 120), daysBefore(now, 20));
    const author = actor(memberWith(by));
    return {
      tenant_id: tenantId,
      id: random.id(at),
      version: 1,
      ...view,
      owner_user_id: author.id,
      position: index + 1,
      created_at: at,
      updated_at: at,
      created_by: author,
      updated_by: author,
    };
  });
  const shares = views
    .filter(({ visibility }) => visibility === 'shared')
    .map(({ id, created_at: at }) => ({
      tenant_id: tenantId,
      id: random.id(at),
      view_id: id,
      user_id: memberWith('member').id,
      role_id: null,
      access: 'edit',
      created_at: at,
      updated_at: at,
    }));
  return { views, shares };
}
