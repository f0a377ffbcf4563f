// The merges of a demo workspace: some deleted companies were merged into another one, which can be undone.
import type { CompanyRow, Row } from './companies.ts';
import type { Random } from './random.ts';

const SHARE_MERGED = 0.6;

/** Turns some deleted companies into merged ones; the latest merges may still be undone. @returns rows of the table merges */
export function drawMerges(random: Random, companies: readonly CompanyRow[]): Row[] {
  const parents = new Set(companies.map(({ parent_company_id }) => parent_company_id));
  const live = companies.filter(({ deleted_at }) => !deleted_at);
  const merges: Row[] = [];
  for (const duplicate of companies) {
    const { tenant_id, id, deleted_at, updated_by } = duplicate;
    if (!deleted_at || parents.has(id) || !random.chance(SHARE_MERGED)) continue;
    const primary = random.pick(live);
    if (primary.created_at > deleted_at) continue;
    duplicate.merged_into_id = primary.id;
    merges.push({
      tenant_id,
      id: random.id(deleted_at),
      company_id: primary.id,
      duplicate_company_id: id,
      filled: {},
      released: { values: {}, parts: [] },
      created_at: deleted_at,
      updated_at: deleted_at,
      created_by: updated_by,
    });
  }
  return merges;
}
