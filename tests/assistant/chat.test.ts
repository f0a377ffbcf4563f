// Questions to the assistant over real HTTP to a model server: what it reads, what it cites, what it must not.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, numberOf, say, shown } from '../support/model-server.ts';
import { SECRET, startWorld, type World } from './assistant-world.ts';

let world: World;
let acme: { id: string };

beforeAll(async () => {
  world = await startWorld();
  await world.route();
  const { service } = world;
  acme = (await service.rest('POST', '/api/companies', { name: 'Acme Anvils', industry: 'Forging' })).body
    .data;
  await service.rest('POST', '/api/companies', { name: 'Beta Bellows', industry: 'Leather' });
});

afterAll(() => world?.stop());

describe('a question', () => {
  it('is answered from what the model read, each sentence with its record', async () => {
    world.model.script(
      call(['list_companies', { search: 'acme' }]),
      say((request) => `Acme Anvils is in Forging [${numberOf(request, 'Acme Anvils')}].`),
    );
    const reply = await world.ask('What does Acme do?');
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body.data).toMatchObject({
      text: 'Acme Anvils is in Forging [1].',
      citations: [
        {
          index: 1,
          type: 'company',
          id: acme.id,
          label: 'Acme Anvils',
          path: `/api/companies/${acme.id}`,
          fields: ['name', 'industry'],
        },
      ],
      proposals: [],
      providerUnavailable: false,
      model: 'fake-large',
      usage: { input_tokens: 200, output_tokens: 40 },
    });
    expect(world.model.requests[0]).toMatchObject({ authorization: `Bearer ${SECRET}`, model: 'fake-large' });
    expect(shown(world.model.requests[1]!)).toContain('<data from="list_companies">');
  });
});
