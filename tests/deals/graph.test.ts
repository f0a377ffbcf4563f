// Deals in GraphQL: their owners and their lineage.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let first: string;
let second: string;

beforeAll(async () => {
  service = await startService();
  const { userId } = service.acme.people.manager;
  const create = async (body: object): Promise<string> => {
    const reply = await service.rest('POST', '/api/deals', body);
    expect(reply.status).toBe(201);
    return reply.body.data.id;
  };
  first = await create({ name: 'Pilot', owner_user_id: userId });
  second = await create({ name: 'Rollout', predecessor_deal_id: first });
});

afterAll(() => service?.stop());

const LIST =
  '{ deals(sort: [NAME_ASC]) { nodes { id owner { userId email } lineage { hiddenCount nodes { id } edges { from to kind } } } } }';

it('GraphQL returns the owner and the lineage of deals, in a list and for a single deal', async () => {
  const { userId, email } = service.acme.people.manager;
  const { body } = await service.graphql(LIST);
  expect(body.errors).toBeUndefined();
  const [pilot, rollout] = body.data.deals.nodes;
  expect(pilot).toEqual({
    id: first,
    owner: { userId, email },
    lineage: {
      hiddenCount: 0,
      nodes: [{ id: first }, { id: second }],
      edges: [{ from: first, to: second, kind: 'SUCCESSOR' }],
    },
  });
  expect(rollout).toEqual({
    id: second,
    owner: null,
    lineage: {
      hiddenCount: 0,
      nodes: [{ id: second }, { id: first }],
      edges: [{ from: second, to: first, kind: 'PREDECESSOR' }],
    },
  });
  const single = await service.graphql(
    'query ($id: UUID!) { deal(id: $id) { owner { userId } lineage { nodes { id } } } dealLineage(dealId: $id) { nodes { id } } }',
    { id: first },
  );
  expect(single.body.data.deal).toEqual({ owner: { userId }, lineage: single.body.data.dealLineage });
});

it('GraphQL refuses the owner of a deal to callers who may not read members', async () => {
  const as = await service.token(service.acme, {
    kind: 'service',
    scopes: ['crm.deals:read'],
    roleKey: 'owner',
  });
  const { body } = await service.graphql('{ deals { nodes { id owner { email } } } }', {}, { as });
  expect(JSON.stringify(body.data)).not.toContain('@');
  expect(body.errors[0].extensions.code).toBe('SCOPE_MISSING');
});
