// Model routes: one for each purpose, replaced as a whole, with fallbacks that never form a cycle.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  assertNoCycle,
  healthOf,
  type Purpose,
  type RouteState,
  usableRoutes,
} from '../../src/domains/models/rules.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let keyId: string;

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOW_LOOPBACK: '1' });
  keyId = await storeKey({});
});

afterAll(() => service?.stop());

async function storeKey(body: object, ask: Ask = {}): Promise<string> {
  const key = {
    label: 'K',
    provider: 'openai_compatible',
    base_url: 'http://127.0.0.1:9/v1',
    secret: 'sk-0123456789abcdef',
  };
  return (await service.rest('POST', '/api/settings/api-keys', { ...key, ...body }, ask)).body.data.id;
}

function set(purpose: string, body: object, ask: Ask = {}): Promise<Reply> {
  return service.rest('PUT', `/api/settings/models/${purpose}`, body, ask);
}

describe('a model route', () => {
  it('is stored with defaults and replaced as a whole', async () => {
    const first = await set('assistant_chat', {
      provider_key_id: keyId,
      model: 'large',
      monthly_budget: 500,
    });
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({
      purpose: 'assistant_chat',
      provider_key: { id: keyId, provider: 'openai_compatible' },
      model: 'large',
      temperature: 0.2,
      max_output_tokens: 1024,
      timeout_ms: 20000,
      monthly_budget: 500,
      fallback: 'deterministic',
      data_classes_allowed: ['ordinary_crm'],
      health: 'untried',
      spend: { requests: 0, input_tokens: 0, output_tokens: 0 },
      version: 1,
    });
    const second = await set('assistant_chat', { provider_key_id: keyId, model: 'small', temperature: 1 });
    expect(second.body.data).toMatchObject({
      model: 'small',
      temperature: 1,
      monthly_budget: null,
      version: 2,
    });
    expect(second.headers.get('etag')).toBe('"2"');
    const stale = await set('assistant_chat', {}, { headers: { 'if-match': '"1"' } });
    expect([stale.status, stale.body.error.details.current_version]).toEqual([412, 2]);
    const { data } = (await service.rest('GET', '/api/settings/models')).body;
    expect(data.map(({ purpose, model }: Record<string, string>) => [purpose, model])).toEqual([
      ['assistant_chat', 'small'],
    ]);
  });

  it.each([
    [{ model: 'm' }, 'provider_key_id', 'required'],
    [{ provider_key_id: 'KEY' }, 'model', 'required'],
    [{ provider_key_id: '01a1feac-3e47-7316-902d-5f2cbfab1f40', model: 'm' }, 'provider_key_id', 'exists'],
    [{ provider_key_id: 'FOREIGN', model: 'm' }, 'provider_key_id', 'exists'],
    [{ provider_key_id: 'MAIL', model: 'm' }, 'provider_key_id', 'provider'],
    [{ temperature: 1.5 }, 'temperature', 'maximum'],
    [{ timeout_ms: 60_001 }, 'timeout_ms', 'maximum'],
    [{ data_classes_allowed: ['credential'] }, 'data_classes_allowed[0]', 'enum'],
    [{ fallback: 'embedding' }, 'fallback', 'exists'],
    [{ fallback: 'summary' }, 'fallback', 'cycle'],
  ])('is refused with %j', async (body, path, rule) => {
    const ids: Record<string, string> = {
      KEY: keyId,
      FOREIGN: await storeKey({}, { as: service.globex.people.owner }),
      MAIL: await storeKey({ provider: 'email_smtp', base_url: null }),
    };
    const id = (body as { provider_key_id?: string }).provider_key_id;
    const reply = await set('summary', { ...body, ...(id && { provider_key_id: ids[id] ?? id }) });
    expect([reply.status, reply.body.error.fields[0].path, reply.body.error.fields[0].rule]).toEqual([
      400,
      path,
      rule,
    ]);
  });

  it('falls back to another route but never in a cycle, even when two routes are set at the same time', async () => {
    for (const purpose of ['content_adapt', 'classification', 'content_multiplex']) await set(purpose, {});
    expect((await set('content_adapt', { fallback: 'classification' })).status).toBe(200);
    expect((await set('classification', { fallback: 'content_multiplex' })).status).toBe(200);
    const closing = await set('content_multiplex', { fallback: 'content_adapt' });
    expect([closing.status, closing.body.error.fields[0].rule]).toEqual([400, 'cycle']);
    await set('content_adapt', {});
    await set('classification', {});
    const both = await Promise.all([
      set('content_adapt', { fallback: 'classification' }),
      set('classification', { fallback: 'content_adapt' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is reserved to admins and is refused for an unknown purpose', async () => {
    const reply = await set('summary', {}, { as: service.acme.people.manager });
    expect([reply.status, reply.body.error.details]).toEqual([403, { required_role: 'admin' }]);
    expect((await set('poetry', {})).status).toBe(400);
  });

  it('records its changes in the audit log and sends no webhook', async () => {
    const count = (table: string) =>
      service.sql(
        service.acme,
        `select 1 from ${table} where ${table === 'events' ? 'type' : 'action'} = 'model_route.set'`,
      );
    const before = (await count('audit_entries')).length;
    await set('embedding', {});
    expect((await count('audit_entries')).length).toBe(before + 1);
    expect((await count('events')).length).toBe(0);
  });
});

const PURPOSES: Purpose[] = ['assistant_chat', 'summary', 'embedding', 'classification', 'transcription'];

describe('the fallbacks of model routes', () => {
  it('set one after another never form a cycle, and every chain ends', () => {
    const changes = fc.array(fc.tuple(fc.constantFrom(...PURPOSES), fc.option(fc.constantFrom(...PURPOSES))));
    fc.assert(
      fc.property(changes, (requested) => {
        const fallbacks = new Map<Purpose, Purpose | null>(PURPOSES.map((purpose) => [purpose, null]));
        for (const [purpose, fallback] of requested) {
          try {
            assertNoCycle(purpose, fallback, fallbacks);
            fallbacks.set(purpose, fallback);
          } catch {
            // The change is refused, and the other routes remain.
          }
        }
        for (const purpose of PURPOSES) {
          const seen = new Set<Purpose>();
          for (let at: Purpose | null = purpose; at; at = fallbacks.get(at) ?? null) {
            expect(seen.has(at)).toBe(false);
            seen.add(at);
          }
        }
      }),
    );
  });

  const state = (change: Partial<RouteState>): RouteState => ({
    purpose: 'assistant_chat',
    fallbackPurpose: null,
    provider: 'openai_compatible',
    keyStatus: 'active',
    monthlyBudget: null,
    spentTokens: 0,
    ...change,
  });

  it('are tried in order, and unusable routes are skipped', () => {
    const routes = [
      state({ fallbackPurpose: 'summary', monthlyBudget: 10, spentTokens: 10 }),
      state({ purpose: 'summary', fallbackPurpose: 'embedding' }),
      state({ purpose: 'embedding', keyStatus: 'disabled', fallbackPurpose: 'classification' }),
      state({ purpose: 'classification', provider: 'custom' }),
    ];
    expect(usableRoutes('assistant_chat', routes).map(({ purpose }) => purpose)).toEqual(['summary']);
    expect(usableRoutes('transcription', routes)).toEqual([]);
  });

  it('determine the reported state of a route, with the most urgent problem first', () => {
    const [early, late] = [new Date(1000), new Date(2000)];
    const health = (change: Partial<RouteState>, success: Date | null, failure: Date | null) =>
      healthOf(state(change), { lastSuccessAt: success, lastFailureAt: failure });
    expect(health({ provider: null }, null, null)).toBe('unset');
    expect(health({ keyStatus: 'invalid', monthlyBudget: 0 }, early, late)).toBe('key_unusable');
    expect(health({ monthlyBudget: 5, spentTokens: 5 }, early, late)).toBe('over_budget');
    expect(health({}, early, late)).toBe('failing');
    expect(health({}, late, early)).toBe('healthy');
    expect(health({}, null, null)).toBe('untried');
  });
});
