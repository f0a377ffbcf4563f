// Battlecards over HTTP: the draft, its publication in versions, and who sees which.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const newPath = async () => {
  const { body } = await service.rest('POST', '/api/competitors', { name: `Rival ${++count}` });
  return `/api/competitors/${body.data.id}/battlecard`;
};
const EMPTY = {
  ...{ overview: null, why_we_win: null, why_we_lose: null, landmines: null },
  ...{ objections: [], talk_track: null, proof_points: [] },
};

describe('the draft of a battlecard', () => {
  it('does not exist before it is saved', async () => {
    const path = await newPath();
    expect((await service.rest('GET', path)).body.data).toMatchObject({
      version: 1,
      published: null,
      draft: null,
      versions: [],
    });
  });

  it('is replaced as a whole, and saving the same again changes nothing', async () => {
    const path = await newPath();
    const sections = {
      overview: ' Sells stock software. ',
      objections: [{ claim: 'Cheaper', response: 'Only without support' }],
      proof_points: [{ text: 'Blue Harbor', url: 'https://example.com/a' }, { text: 'Harbor' }],
    };
    const saved = await service.rest('PUT', path, { sections });
    expect(saved.body.data).toMatchObject({
      version: 2,
      draft: {
        ...EMPTY,
        overview: 'Sells stock software.',
        objections: sections.objections,
        proof_points: [sections.proof_points[0], { text: 'Harbor', url: null }],
      },
    });
    expect((await service.rest('PUT', path, { sections })).body.data.version).toBe(2);
    const replaced = await service.rest('PUT', path, { sections: { why_we_win: 'Fast' } });
    expect(replaced.body.data).toMatchObject({ version: 3, draft: { ...EMPTY, why_we_win: 'Fast' } });
  });

  it.each([
    [{ objections: [{ claim: ' ', response: 'x' }] }, 'sections.objections[0].claim', 'required'],
    [{ proof_points: [{ text: 'x', url: 'javascript:alert(1)' }] }, 'sections.proof_points[0].url', 'url'],
    [
      { proof_points: [{ text: 'x', url: 'https://a:b@example.com' }] },
      'sections.proof_points[0].url',
      'url',
    ],
  ])('is refused with %j', async (sections, path, rule) => {
    const battlecard = await newPath();
    const reply = await service.rest('PUT', battlecard, { sections });
    expect(reply).toMatchObject({ status: 400, body: { error: { fields: [{ path, rule }] } } });
    expect((await service.rest('GET', battlecard)).body.data).toMatchObject({ version: 1, draft: null });
  });

  it('is refused with the version of another state', async () => {
    const path = await newPath();
    const reply = await service.rest('PUT', path, { sections: {}, expected_version: 7 });
    expect(reply).toMatchObject({ status: 412, body: { error: { code: 'PRECONDITION_FAILED' } } });
  });
});

describe('the publication of a battlecard', () => {
  it('needs the section why_we_win', async () => {
    const path = await newPath();
    const missing = {
      status: 409,
      body: { error: { code: 'CONFLICT', details: { reason: 'why_we_win_missing' } } },
    };
    expect(await service.rest('POST', `${path}/publish`)).toMatchObject(missing);
    await service.rest('PUT', path, { sections: { why_we_win: '  ', overview: 'x' } });
    expect(await service.rest('POST', `${path}/publish`)).toMatchObject(missing);
    expect((await service.rest('GET', path)).body.data).toMatchObject({ published: null, version: 2 });
  });

  it('makes a version of each draft that differs, and keeps the former ones', async () => {
    const path = await newPath();
    await service.rest('PUT', path, { sections: { why_we_win: 'Fast' } });
    const first = await service.rest('POST', `${path}/publish`);
    expect(first.body.data).toMatchObject({
      version: 3,
      published: { number: 1, sections: { ...EMPTY, why_we_win: 'Fast' }, published_by: { type: 'user' } },
    });
    expect((await service.rest('POST', `${path}/publish`)).body.data.version).toBe(3);
    await service.rest('PUT', path, { sections: { why_we_win: 'Faster' } });
    expect((await service.rest('GET', path)).body.data.published.sections.why_we_win).toBe('Fast');
    const second = await service.rest('POST', `${path}/publish`);
    expect(second.body.data.versions.map((one: { number: number }) => one.number)).toEqual([2, 1]);
    const { body } = await service.graphql(
      'query ($id: UUID!) { competitor(id: $id) { battlecard { number sections { whyWeWin } } } }',
      { id: path.split('/')[3] },
    );
    expect(body.data.competitor.battlecard).toEqual({ number: 2, sections: { whyWeWin: 'Faster' } });
    const events = await service.sql<{ type: string }>(
      service.acme,
      'select type from events where object_id = ? order by id',
      [path.split('/')[3]],
    );
    expect(events.map(({ type }) => type)).toEqual([
      ...['competitor.created', 'competitor.updated', 'battlecard.published'],
      ...['competitor.updated', 'battlecard.published'],
    ]);
  });

  it('shows the published version to readers, and the draft to those who may change it', async () => {
    const path = await newPath();
    await service.rest('PUT', path, { sections: { why_we_win: 'Fast' } });
    await service.rest('POST', `${path}/publish`);
    const draft = async (as: object) =>
      (await service.rest('GET', path, undefined, { as } as never)).body.data;
    expect(await draft(service.acme.people.viewer)).toMatchObject({ draft: null, published: { number: 1 } });
    const reader = {
      kind: 'service' as const,
      scopes: ['marketing.competitors:read'],
      roleKey: 'owner' as const,
    };
    expect((await draft(await service.token(service.acme, reader))).draft).toBeNull();
    expect((await draft(service.acme.people.owner)).draft).toMatchObject({ why_we_win: 'Fast' });
  });
});
