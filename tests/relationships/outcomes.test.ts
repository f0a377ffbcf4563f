// Relationship outcomes over HTTP: recording, confirming and correcting them, and what is refused.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let companyId: string;
let contactId: string;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  companyId = (await service.rest('POST', '/api/companies', { name: 'Northwind' })).body.data.id;
  contactId = await contact({ company_id: companyId });
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const PLAIN = { outcome_type: 'introduction_made', direction: 'inbound' };
const contact = async (input: object): Promise<string> =>
  (await service.rest('POST', '/api/contacts', { first_name: 'Ada', ...input })).body.data.id;
const outcomes = (rest = '', of = contactId) => `/api/contacts/${of}/relationship-outcomes${rest}`;
const record = (input: object = {}, ask: Ask = {}): Promise<Reply> =>
  service.rest('POST', outcomes(), { ...PLAIN, ...input }, ask);
const correct = (id: string, input: object, ask: Ask = {}): Promise<Reply> =>
  service.rest('PATCH', outcomes(`/${id}`), input, ask);
const confirm = (id: string, ask: Ask = {}): Promise<Reply> =>
  service.rest('POST', outcomes(`/${id}/confirm`), {}, ask);
const suggestion = { confirmation_state: 'agent_suggested', suggestion_ref: 'suggestion-7' };

describe('a relationship outcome', () => {
  it('is recorded with its evidence, proof, author and company', async () => {
    const { userId } = service.acme.people.owner;
    const reply = await record({
      occurred_on: '2026-02-03',
      summary: ' Introduced us to the board. ',
      evidence: [{ category: 'meeting', count: 2, note: 'Two calls' }],
      proof_asset_refs: [
        { source_url: 'https://drive.example.com/d/1', source_system: 'drive', source_id: '1' },
      ],
    });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        data: {
          ...{
            ...PLAIN,
            version: 1,
            contact_id: contactId,
            company_id: companyId,
            occurred_on: '2026-02-03',
          },
          summary: 'Introduced us to the board.',
          evidence: [{ category: 'meeting', count: 2, note: 'Two calls' }],
          proof_asset_refs: [
            { source_url: 'https://drive.example.com/d/1', source_id: '1', event_type: null },
          ],
          confirmation_state: 'human_confirmed',
          recorded_by: { type: 'user', id: userId },
          history: [],
        },
      },
    });
    expect((await record()).body.data.occurred_on).toBe(new Date().toISOString().slice(0, 10));
  });

  it('is listed by its day and is available through the contact', async () => {
    const of = await contact({});
    for (const occurred_on of ['2026-01-02', '2026-03-04', '2026-02-03'])
      await service.rest('POST', outcomes('', of), { ...PLAIN, occurred_on });
    const { body } = await service.rest('GET', `${outcomes('', of)}?pageSize=2`);
    expect(body.data.map((outcome: { occurred_on: string }) => outcome.occurred_on)).toEqual([
      '2026-03-04',
      '2026-02-03',
    ]);
    expect(body).toMatchObject({ total: 3, totalPages: 2, nextCursor: expect.any(String) });
    const query =
      'query ($id: UUID!) { contact(id: $id) { outcomes(first: 1) { total nodes { occurredOn contact { id } } } } }';
    expect((await service.graphql(query, { id: of })).body.data.contact.outcomes).toEqual({
      total: 3,
      nodes: [{ occurredOn: '2026-03-04', contact: { id: of } }],
    });
  });

  it('keeps its previous values after each correction', async () => {
    const { id } = (await record({ summary: 'First', evidence: [{ category: 'event', count: 1 }] })).body
      .data;
    await correct(id, { summary: 'Second' });
    const { body } = await correct(id, { summary: null, evidence: [{ category: 'event', count: 2 }] });
    expect(body.data).toMatchObject({
      version: 3,
      summary: null,
      confirmation_state: 'corrected',
      history: [
        { confirmation_state: 'human_confirmed', former: { summary: 'First' }, by: { type: 'user' } },
        {
          confirmation_state: 'corrected',
          former: { summary: 'Second', evidence: [{ category: 'event', count: 1 }] },
        },
      ],
    });
  });

  it('puts its evidence into no audit entry and its text into no event', async () => {
    const { id } = (await record({ evidence: [{ category: 'other', count: 1, note: 'Xylotomous' }] })).body
      .data;
    await correct(id, {
      evidence: [{ category: 'other', count: 1, note: 'xylotomous still' }],
      summary: 'xylotomous sum',
    });
    const events = await service.sql<{ type: string; data: object }>(
      service.acme,
      'select type, data from events where object_id = ? order by id',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'relationship_outcome.recorded',
      'relationship_outcome.corrected',
    ]);
    expect(events[1]!.data).toMatchObject({
      object_type: 'relationship_outcome',
      object: {
        id,
        version: 2,
        contact_id: contactId,
        outcome_type: 'introduction_made',
        confirmation_state: 'corrected',
      },
      previous: { confirmationState: 'human_confirmed' },
    });
    expect(JSON.stringify(events)).not.toMatch(/xylotomous/i);
    const audit = await service.sql(service.acme, 'select changes from audit_entries where target_id = ?', [
      id,
    ]);
    expect(JSON.stringify(audit)).not.toMatch(/Xylotomous|still/);
    expect(audit).toContainEqual({
      changes: expect.arrayContaining([{ field: 'evidence', from: '[redacted]', to: '[redacted]' }]),
    });
  });

  const base64 = Buffer.from('%PDF-1.7 and what follows of a document that stays where it is').toString(
    'base64',
  );

  it.each<[string, object, string]>([
    ['no type', { outcome_type: null }, 'outcome_type'],
    ['an unknown type', { outcome_type: 'handshake' }, 'outcome_type'],
    ['no direction', { direction: null }, 'direction'],
    ['a future day', { occurred_on: '2999-01-01' }, 'occurred_on'],
    ['a long summary', { summary: 'x'.repeat(501) }, 'summary'],
    ['a long note', { evidence: [{ category: 'other', count: 1, note: 'x'.repeat(141) }] }, 'note'],
    ['an unknown category', { evidence: [{ category: 'gossip', count: 1 }] }, 'category'],
    ['eleven categories', { evidence: Array(11).fill({ category: 'other', count: 1 }) }, 'evidence'],
    ['a body', { evidence: [{ category: 'other', count: 1, body: 'text' }] }, 'body'],
    ['encoded content', { summary: base64 }, 'summary'],
    [
      '21 proofs',
      { proof_asset_refs: Array(21).fill({ source_system: 'x', source_id: '1' }) },
      'proof_asset_refs',
    ],
    [
      'a proof without https',
      { proof_asset_refs: [{ source_url: 'http://x.example', source_system: 'x', source_id: '1' }] },
      'source_url',
    ],
    [
      'inline content',
      { proof_asset_refs: [{ source_system: 'x', source_id: '1', content: base64 }] },
      'content',
    ],
    ['a company that is not there', { company_id: randomUUID() }, 'company_id'],
    ['a suggestion without its reference', { confirmation_state: 'agent_suggested' }, 'suggestion_ref'],
    ['a state that is reached otherwise', { confirmation_state: 'corrected' }, 'confirmation_state'],
  ])('is refused with %s and nothing is written', async (_, input, path) => {
    const before = await inspector.fingerprint();
    const { status, body } = await record(input);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.fields[0].path).toContain(path);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is not found from another workspace or under another contact', async () => {
    const { id } = (await record(suggestion)).body.data;
    const as = service.globex.people.owner;
    const other = await contact({});
    const before = await inspector.fingerprint();
    const replies = [
      await service.rest('GET', outcomes(), undefined, { as }),
      await record({}, { as }),
      await correct(id, { summary: 'Mine' }, { as }),
      await confirm(id, { as }),
      await service.rest('PATCH', outcomes(`/${id}`, other), { summary: 'Else' }),
      await service.rest('POST', outcomes(`/${id}/confirm`, other), {}),
      await correct(randomUUID(), { summary: 'None' }),
    ];
    expect(replies.map(({ status, body }) => [status, body.error.code])).toEqual(
      replies.map(() => [404, 'NOT_FOUND']),
    );
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is readable and writable only for people', async () => {
    const { id } = (await record(suggestion)).body.data;
    const headers = { 'idempotency-key': randomUUID() };
    for (const as of [service.acme.agent, service.acme.service]) {
      const replies = [
        await service.rest('GET', outcomes(), undefined, { as }),
        await record({}, { as, headers }),
        await correct(id, { summary: 'By an agent' }, { as, headers }),
        await confirm(id, { as, headers }),
      ];
      expect(replies.map(({ status, body }) => [status, body.error.code])).toEqual(
        replies.map(() => [403, 'HUMAN_REQUIRED']),
      );
    }
  });

  it("of somebody else's contact is changed by a member only if that member recorded it", async () => {
    const as = service.acme.people.member;
    const foreignId = (await record()).body.data.id;
    expect((await correct(foreignId, { summary: 'No' }, { as })).body.error.details).toMatchObject({
      record_scope: 'own',
    });
    const own = (await record({}, { as })).body.data.id;
    expect((await correct(own, { summary: 'Mine' }, { as })).status).toBe(200);
  });

  it('is recorded once for each idempotency key, and only one of two simultaneous corrections succeeds', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [await record({}, { headers }), await record({}, { headers })];
    expect(again.body.data.id).toBe(first.body.data.id);
    const { id } = first.body.data;
    const replies = await Promise.all(
      ['One', 'Two'].map((summary) => correct(id, { summary }, { headers: { 'if-match': '"1"' } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

describe('the state of a relationship outcome', () => {
  type Step = 'confirm' | 'correct' | 'correct to the same';
  type State = 'agent_suggested' | 'human_confirmed' | 'corrected';

  /** Implements the table of crm.md section 5: returns the state after a step, or the status of the refusal. */
  function next(from: State, step: Step): State | 409 {
    if (step === 'correct') return 'corrected';
    if (step === 'correct to the same') return from;
    return from === 'corrected' ? 409 : 'human_confirmed';
  }

  it('follows the table through any steps, with one event for each change', async () => {
    const steps = fc.array(fc.constantFrom<Step>('confirm', 'correct', 'correct to the same'), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (suggested, path) => {
        const { data } = (await record({ summary: 'Start', ...(suggested && suggestion) })).body;
        let state: State = suggested ? 'agent_suggested' : 'human_confirmed';
        let version = 1;
        expect(data.confirmation_state).toBe(state);
        for (const [index, step] of path.entries()) {
          const expectedState = next(state, step);
          const [now] = await service.sql<{ summary: string }>(
            service.acme,
            'select summary from relationship_outcomes where id = ?',
            [data.id],
          );
          const summary = step === 'correct' ? `Step ${index}` : now!.summary;
          const reply = step === 'confirm' ? await confirm(data.id) : await correct(data.id, { summary });
          if (expectedState === 409) {
            expect(reply.body.error).toMatchObject({
              code: 'INVALID_STATE_TRANSITION',
              details: { from: 'corrected', to: 'human_confirmed' },
            });
            continue;
          }
          if (expectedState !== state || step === 'correct') version += 1;
          state = expectedState;
          expect(reply.body.data).toMatchObject({ confirmation_state: state, version });
        }
        const events = await service.sql(service.acme, 'select from events where object_id = ?', [data.id]);
        expect(events).toHaveLength(version);
      }),
      { numRuns: 30 },
    );
  });
});
