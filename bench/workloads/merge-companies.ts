// Workload: merges a company with a thousand notes into another one. Each pair is merged once; no peer can do this.
import { randomBytes } from 'node:crypto';
import { ownerId, WRITTEN, workspaceId } from '../dataset/sizes.ts';
import { type Body, graphql, rest, type Workload } from './workload.ts';

const CHILDREN = 1000;
/** Number of pairs: more than the longest run merges; few for a smoke test, because they take seconds to create. */
const PAIRS = { many: 700, few: 50 };

interface Pair {
  primary: string;
  duplicate: string;
}

const tenant = workspaceId(WRITTEN);
const actor = JSON.stringify({ type: 'user', id: ownerId(WRITTEN), label: 'Owner' });
let remaining: Pair[] = [];

function nextPair(): Pair {
  const pair = remaining.pop();
  if (!pair) throw new Error(`there were more merges than the ${PAIRS.many} pairs`);
  return pair;
}

/** Inserts pairs without triggers, like the rows of the data set. */
const insertPairs = (name: string, pairs: number): string => `do $$ begin
  set local session_replication_role = replica;
  insert into companies (tenant_id, id, name, source, created_at, updated_at, created_by, updated_by)
    select '${tenant}', gen_random_uuid(), '${name} ' || n || side, 'api', now(), now(), '${actor}', '${actor}'
    from generate_series(1, ${pairs}) n, unnest('{a,b}'::text[]) side;
  insert into notes (tenant_id, id, company_id, body, author, created_at, updated_at, created_by, updated_by)
    select tenant_id, gen_random_uuid(), id, 'Called about the offer.', created_by, created_at, created_at, created_by, created_by
    from companies, generate_series(1, ${CHILDREN}) where tenant_id = '${tenant}' and name like '${name} %b';
end $$`;

const read = ({ merge }: Body) => ({ notes: merge.moved.notes });

export const mergeCompanies: Workload<null> = {
  name: 'merge-companies',
  title: 'merge a company with 1,000 notes into another one',
  workspace: WRITTEN,
  // One takes a tenth of a second of the database: of 32 at once on two cores, some would wait too long and be refused.
  connections: [1],
  needs: ['Mutation.mergeCompanies'],
  params: async (query) => {
    const name = `Pair ${randomBytes(4).toString('hex')}`;
    const [size] = await query('select count(*) > 10000 as large from companies');
    await query(insertPairs(name, size!.large ? PAIRS.many : PAIRS.few));
    remaining = (await query(
      `select a.id as primary, b.id as duplicate from companies a join companies b
         on b.tenant_id = a.tenant_id and b.name = left(a.name, -1) || 'b'
       where a.tenant_id = $1 and a.name like $2`,
      [tenant, `${name} %a`],
    )) as unknown as Pair[];
    return [null];
  },
  variants: [
    rest(
      () => {
        const { primary, duplicate } = nextPair();
        return {
          method: 'POST',
          path: `/api/companies/${primary}/merge`,
          body: { duplicate_company_id: duplicate },
        };
      },
      ({ data }) => read(data),
    ),
    graphql(
      'ours',
      `mutation Merge($primary: UUID!, $duplicate: UUID!) {
        mergeCompanies(primaryCompanyId: $primary, duplicateCompanyId: $duplicate) { record { id version } merge { moved } } }`,
      nextPair,
      ({ mergeCompanies: merged }) => read(merged),
    ),
  ],
};
