// How the database finds companies by identifier, name and brand, and similar pairs: through indexes, without full scans.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findPairs } from '../../src/domains/duplicates/compare.ts';
import { companies, contacts } from '../../src/domains/duplicates/kinds.ts';
import {
  BY_BRAND,
  BY_EQUAL_NAME,
  BY_IDENTIFIER,
  BY_SIMILAR_NAME,
  SIMILARITY,
} from '../../src/domains/matcher/statements.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

const ROWS = 2500;

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const inspector = await Inspector.open(service.databaseUrl);
  // The new tables have no statistics yet, so the triggers would scan them for each row.
  await inspector.query('set enable_seqscan = off');
  const actor = '{"type": "system", "id": null, "label": "test"}';
  for (const { id } of [service.acme, service.globex]) {
    await inspector.query(
      `with added as (
        insert into companies (tenant_id, id, name, website, source, created_at, updated_at, created_by, updated_by)
        select $1, gen_random_uuid(), md5(n::text) || ' ' || md5((n % 50)::text), 'c' || n || '.com', 'manual', now(), now(), $2, $2
        from generate_series(1, ${ROWS}) n returning *
      )
      insert into company_identifiers (tenant_id, id, company_id, identifier_type, value, value_unicode, is_primary, source, created_at, updated_at)
      select tenant_id, gen_random_uuid(), id, 'website', website, website, true, 'compat_field', now(), now() from added`,
      [id, actor],
    );
    await inspector.query(
      `with added as (
        insert into contacts (tenant_id, id, first_name, last_name, display_name, email, source, created_at, updated_at, created_by, updated_by)
        select $1, gen_random_uuid(), 'Ada', 'B' || n, 'Ada B' || n, 'b' || n || '@c' || n || '.com', 'manual', now(), now(), $2, $2
        from generate_series(1, ${ROWS}) n returning *
      )
      insert into contact_methods (tenant_id, id, contact_id, kind, value, is_primary, created_at, updated_at)
      select tenant_id, gen_random_uuid(), id, 'email', email, true, now(), now() from added`,
      [id, actor],
    );
    for (const { entity, table } of [companies, contacts]) {
      await inspector.query(
        `insert into ${entity}_duplicate_keys (tenant_id, kind, value, record_id) select tenant_id, 'brand', id::text, id from ${table}
         where tenant_id = $1`,
        [id],
      );
    }
  }
  await inspector.query('analyze');
  await inspector.close();
});

afterAll(() => service?.stop());

/** Returns the tables that a statement scans in full under row-level security with a generic plan. */
async function fullyScannedTables(statement: string, values: unknown[]): Promise<string[]> {
  return service.server.services.database.write({ tenantId: service.acme.id }, async (tx) => {
    await tx.rows('set local plan_cache_mode = force_generic_plan', []);
    const rows = await tx.rows<{ 'QUERY PLAN': string }>(`explain ${statement}`, values);
    return rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  });
}

describe('the matcher', () => {
  it.each([
    ['looks up companies by identifier', BY_IDENTIFIER, [['c7.com', 'c8.com']]],
    ['looks up companies by equal name', BY_EQUAL_NAME, ['Müller GmbH']],
    ['looks up companies by similar name', BY_SIMILAR_NAME, ['Continental Harbor Engineering']],
    ['looks up companies by brand', BY_BRAND, [['harbor', 'blue harbor']]],
    ['measures the similarity of a name', SIMILARITY, ['01a1fded-1630-73c3-90fa-ec7a5b0c1eaa', 'Harbor']],
  ])('%s without a full table scan', async (_, statement, values) => {
    expect(await fullyScannedTables(statement, [service.acme.id, ...values])).toEqual([]);
  });

  it('reads a small part of the names when it searches for a similar one', async () => {
    const read = await service.server.services.database.write({ tenantId: service.acme.id }, async (tx) => {
      const [row] = await tx.rows<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, format json) ${BY_SIMILAR_NAME}`,
        [service.acme.id, 'Continental Harbor Engineering'],
      );
      return rowsOf(row!['QUERY PLAN'][0]!.Plan, 'company_name_grams');
    });
    expect(read).toBeLessThan(ROWS / 10);
  });
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

function rowsOf(node: PlanNode, table: string): number {
  const own = node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child, table), 0);
}

describe('the search for duplicates', () => {
  it.each([companies, contacts])(
    'reads no table in full for a few changed records of the kind $entity',
    async (kind) => {
      const statements: [string, unknown[]][] = [];
      await service.server.services.database.write({ tenantId: service.acme.id }, async (tx) => {
        const ids = await tx.rows<{ id: string }>(
          `select id from ${kind.table} where tenant_id = $1 limit 5`,
          [service.acme.id],
        );
        const recordingTx = {
          rows: (text: string, values: unknown[]) => {
            statements.push([text, values]);
            return tx.rows(text, values);
          },
        };
        await findPairs(
          { tx: recordingTx as never, tenantId: service.acme.id, now: new Date() },
          kind,
          ids.map(({ id }) => id),
        );
      });
      expect(statements.length).toBe(2);
      for (const [text, values] of statements) expect(await fullyScannedTables(text, values)).toEqual([]);
    },
  );
});
