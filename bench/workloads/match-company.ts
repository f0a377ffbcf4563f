// The matcher of clients: by a domain that a company has, and by its name alone under a domain that nobody has.
import { LARGEST, workspaceId } from '../dataset/sizes.ts';
import { graphql, mcp, rest, type Variant, type Workload } from './workload.ts';

interface Sought {
  name: string;
  domain: string;
}

const document = `query Match($input: CompanyMatchInput!) { matchCompany(input: $input) { verdict step candidates { companyId score } } }`;

const sample = `select name, domain from companies where tenant_id = '${workspaceId(LARGEST)}' order by md5(id::text) limit 500`;

const variants: Variant<Sought>[] = [
  rest(
    (sought) => ({ method: 'POST', path: '/api/companies/match', body: sought }),
    ({ data }) => ({ found: data.candidates.length > 0 }),
  ),
  graphql(
    'ours',
    document,
    (input) => ({ input }),
    ({ matchCompany }) => ({ found: matchCompany.candidates.length > 0 }),
  ),
  mcp(
    'match_company',
    (sought) => sought,
    ({ data }) => ({ found: data.candidates.length > 0 }),
  ),
];

export const matchByDomain: Workload<Sought> = {
  name: 'match-domain',
  title: 'the company that a domain means',
  needs: ['Query.matchCompany'],
  params: async (query) => (await query(sample)) as unknown as Sought[],
  variants,
};

export const matchByName: Workload<Sought> = {
  name: 'match-name',
  title: 'the company that a name means, under a domain that nobody has',
  needs: ['Query.matchCompany'],
  params: async (query) =>
    (await query(sample)).map(({ name }, index) => ({
      name: `${name} Ltd.`,
      domain: `unknown-${index}.example.org`,
    })),
  variants,
};
