// Workloads of the client matcher: by the domain of a company, and by its name with an unknown domain.
import { LARGEST, workspaceId } from '../dataset/sizes.ts';
import { graphql, mcp, rest, type Variant, type Workload } from './workload.ts';

interface MatchInput {
  name: string;
  domain: string;
}

const document = `query Match($input: CompanyMatchInput!) { matchCompany(input: $input) { verdict step candidates { companyId score } } }`;

const sample = `select name, domain from companies where tenant_id = '${workspaceId(LARGEST)}' order by md5(id::text) limit 500`;

const variants: Variant<MatchInput>[] = [
  rest(
    (input) => ({ method: 'POST', path: '/api/companies/match', body: input }),
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
    (input) => input,
    ({ data }) => ({ found: data.candidates.length > 0 }),
  ),
];

export const matchByDomain: Workload<MatchInput> = {
  name: 'match-domain',
  title: 'match a company by its domain',
  needs: ['Query.matchCompany'],
  params: async (query) => (await query(sample)) as unknown as MatchInput[],
  variants,
};

export const matchByName: Workload<MatchInput> = {
  name: 'match-name',
  title: 'match a company by its name, with an unknown domain',
  needs: ['Query.matchCompany'],
  params: async (query) =>
    (await query(sample)).map(({ name }, index) => ({
      name: `${name} Ltd.`,
      domain: `unknown-${index}.example.org`,
    })),
  variants,
};
