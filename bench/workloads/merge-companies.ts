// A merge of a company with a thousand children. Each pair is merged once; no peer has the like.
import { randomBytes } from 'node:crypto';
import { ownerId, WRITTEN, workspaceId } from '../dataset/sizes.ts';
import { type Body, graphql, rest, type Workload } from './workload.ts';

const CHILDREN = 1000;
/** More than the longest run merges; a smoke needs few, and they cost seconds to make. */
const PAIRS = { many: 700, few: 50 };

interface Pair {
  primary: string;
  duplicate: string;
}

const tenant = workspaceId(WRITTEN);
const actor = JSON.stringify({ type: 'user', id: ownerId(WRITTEN), label: 'Owner' });
let left: Pair[] = [];

function next(): Pair {
  const pair = left.pop();
  if (!pair) throw new Error(`more merges than the ${PAIRS.many} pairs that were made for them`);
  return pair;
}

/** As the rows of the data set: made without their triggers. */
const made = (name: string, pairs: number): string => `do $$ begin
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
  needs: ['Mutation.mergeCompanies'],
  params: async (query) => {
    const name = `Pair ${randomBytes(4).toString('hex')}`;
    const [size] = await query('select count(*) > 10000 as large from companies');
    await query(made(name, size!.large ? PAIRS.many : PAIRS.few));
    left = (await query(
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
        const { primary, duplicate } = next();
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
      next,
      ({ mergeCompanies: merged }) => read(merged),
    ),
  ],
};
