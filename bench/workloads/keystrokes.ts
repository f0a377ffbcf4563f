// Workload: what a person types, one request for each letter of a name, in lists with their totals and in global search.
import { LARGEST, workspaceId } from '../dataset/sizes.ts';
import { graphql, type Query, rest, type Workload } from './workload.ts';

const tenant = workspaceId(LARGEST);

/** Names of companies and contacts, of which every beginning is typed. */
const NAMES = `(select name from companies where tenant_id = $1 order by md5(id::text) limit 8)
  union all (select display_name from contacts where tenant_id = $1 order by md5(id::text) limit 8)
  union all (select legal_name from companies where tenant_id = $1 order by md5(id::text) desc limit 4)
  union all (select split_part(name, ' ', 2) || ' ' || split_part(name, ' ', 1) from companies
    where tenant_id = $1 order by md5(id::text) limit 4)`;

async function beginnings(query: Query): Promise<string[]> {
  const names = (await query(NAMES, [tenant])).map(({ name }) => (name as string).toLowerCase());
  return [...new Set(names.flatMap((name) => [...name].map((_, at) => name.slice(0, at + 1))))];
}

const list = (entity: string, search: string) => ({
  method: 'GET' as const,
  path: `/api/${entity}?search=${encodeURIComponent(search)}&pageSize=10`,
});

export const keystrokes: Workload<string> = {
  name: 'keystrokes',
  title: 'every beginning of 24 names as it is typed: lists with totals, global search',
  needs: ['Query.globalSearch'],
  params: beginnings,
  // One person types; 32 who each send the broadest words without a pause are refused as overload.
  connections: [1],
  variants: [
    rest(
      (text) => list('companies', text),
      ({ data }) => ({ companies: data.length > 0 }),
      { note: 'companies' },
    ),
    rest(
      (text) => list('contacts', text),
      ({ data }) => ({ contacts: data.length > 0 }),
      { note: 'contacts' },
    ),
    rest(
      (text) => list('deals', text),
      ({ success }) => ({ success }),
      { note: 'deals' },
    ),
    graphql(
      'ours',
      'query Typed($q: String!) { globalSearch(q: $q) { groups { module total hits { id title subtitle matchedField } } } }',
      (q) => ({ q }),
      ({ globalSearch }) => ({ groups: globalSearch.groups.length }),
      { note: 'global search' },
    ),
  ],
};
