// Property tests of stage moves: in any order, a deal and its history agree with the table of crm.md section 6.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  assertMove,
  classifyMove,
  DEFAULT_STAGES,
  type DealStatus,
  type MoveReasons,
  type StageDefinition,
  stageFields,
} from '../../src/domains/deals/rules.ts';
import { keyFrom } from '../../src/domains/keys.ts';
import { startService, type TestService } from '../support/service.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const STAGES: StageDefinition[] = DEFAULT_STAGES.map((stage) => ({
  ...stage,
  pipelineId: 'p',
  openStages: ['prospecting'],
}));
const stageOf = (key: string) => STAGES.find((stage) => stage.key === key)!;

const moves = fc.array(
  fc.record({
    stage: fc.constantFrom(...STAGES.map(({ key }) => key)),
    reason: fc.option(fc.constantFrom('Because', ' '), { nil: undefined }),
    lost_reason: fc.option(fc.constantFrom('price', 'other'), { nil: undefined }),
    lost_note: fc.option(fc.constant('A note'), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('the rules of stage moves', () => {
  it('never leave a deal in a state outside the table', () => {
    const words = fc.record({
      reason: fc.constantFrom(null, 'Because'),
      lostReason: fc.constantFrom(null, 'price' as const, 'other' as const),
      lostNote: fc.constantFrom(null, 'A note'),
    });
    const steps = fc.array(fc.tuple(fc.constantFrom(...STAGES), words), { maxLength: 30 });
    fc.assert(
      fc.property(
        steps,
        fc.boolean(),
        fc.boolean(),
        fc.option(fc.nat(100)),
        (walk, hasCompany, hasValue, ownProbability) => {
          const facts = {
            companyId: hasCompany ? 'c' : null,
            value: hasValue ? '1' : null,
            projectId: null,
            pipelineId: 'p',
          };
          let deal = { ...facts, stage: 'prospecting', status: 'open' as DealStatus };
          for (const [to, input] of walk) {
            const from = deal.status;
            try {
              const kind = classifyMove(deal, to);
              if (kind === 'none') continue;
              assertMove(kind, deal, input as MoveReasons);
            } catch {
              continue;
            }
            const fields = stageFields(to, NOW, input as MoveReasons, ownProbability ?? undefined);
            deal = { ...deal, ...fields } as typeof deal;
            expect(from === 'open' || deal.status === 'open').toBe(true);
            expect(fields.closedAt === null).toBe(deal.status === 'open');
            expect(fields.lostReason === null).toBe(deal.status !== 'lost');
            if (deal.status === 'won')
              expect([hasCompany, hasValue, fields.probability]).toEqual([true, true, 100]);
            if (deal.status === 'lost') expect(fields.probability).toBe(0);
            if (deal.status === 'open')
              expect(fields.probability).toBe(ownProbability ?? stageOf(deal.stage).probability);
          }
        },
      ),
    );
  });

  it('make a valid and unused key of any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 130 }), (name) => {
        const taken = new Set<string>();
        for (let count = 0; count < 3; count += 1) {
          const key = keyFrom(name, taken, 'stage');
          expect(key).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
          expect(taken).not.toContain(key);
          taken.add(key);
        }
      }),
    );
    expect(keyFrom('Legal review', new Set(['legal_review']), 'stage')).toBe('legal_review_2');
  });
});

describe('the deal service', () => {
  let service: TestService;
  let companyId: string;

  beforeAll(async () => {
    service = await startService();
    companyId = (await service.rest('POST', '/api/companies', { name: 'Buyer' })).body.data.id;
  });

  afterAll(() => service?.stop());

  // A service token is used, because the token of a person would expire during the test.
  const as = () => ({ as: service.acme.service });
  const get = async (path: string) => (await service.rest('GET', path, undefined, as())).body.data;

  it('keeps a gapless history with one open entry, consistent with status, probability and closing date', async () => {
    let seconds = 0;
    await fc.assert(
      fc.asyncProperty(moves, fc.option(fc.integer({ min: 1, max: 99 })), async (walk, ownProbability) => {
        const created = await service.rest(
          'POST',
          '/api/deals',
          {
            name: 'Walks',
            company_id: companyId,
            value: '10',
            ...(ownProbability !== null && { probability: ownProbability }),
          },
          as(),
        );
        const { id } = created.body.data;
        let { version, stage } = created.body.data;
        let entered = 1;
        for (const step of walk) {
          seconds += 60;
          service.advance(seconds);
          const { status, body } = await service.rest('PATCH', `/api/deals/${id}/stage`, step, as());
          expect([200, 400, 409]).toContain(status);
          if (status !== 200) continue;
          const moved = body.data.stage !== stage;
          if (moved) entered += 1;
          expect(body.data).toMatchObject({ stage: step.stage, version: moved ? version + 1 : version });
          ({ version, stage } = body.data);
        }
        const deal = await get(`/api/deals/${id}`);
        const entries = await get(`/api/deals/${id}/stage-history`);
        expect(entries).toHaveLength(entered);
        for (const [index, entry] of entries.entries()) {
          const next = entries[index + 1];
          expect(entry.left_at).toBe(next?.entered_at ?? null);
          expect(entry.seconds_in_stage).toBe(
            next ? Math.floor((Date.parse(next.entered_at) - Date.parse(entry.entered_at)) / 1000) : null,
          );
          if (next) expect(entry.status === 'open' || next.status === 'open').toBe(true);
        }
        const last = entries.at(-1);
        expect(last).toMatchObject({
          stage: deal.stage,
          status: deal.status,
          entered_at: deal.stage_entered_at,
        });
        expect(deal.closed_at).toBe(deal.status === 'open' ? null : last.entered_at);
        expect(deal.lost_reason).toBe(deal.status === 'lost' ? last.lost_reason : null);
        const wasClosed = entries.some((entry: { status: string }) => entry.status !== 'open');
        const isOverridden = ownProbability !== null && !wasClosed;
        expect(deal).toMatchObject({
          status: stageOf(deal.stage).category,
          probability: isOverridden ? ownProbability : stageOf(deal.stage).probability,
          probability_override: isOverridden,
        });
        const events = await service.sql(
          service.acme,
          `select 1 from events where object_id = ? and type <> 'deal.created'`,
          [id],
        );
        expect(events).toHaveLength(entered - 1);
      }),
      { numRuns: 25, interruptAfterTimeLimit: 15_000 },
    );
  });
});
