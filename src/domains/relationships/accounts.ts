// The recency of a company's relationship, by its contacts (crm.md section 5).
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import type { RecencyBand } from './model.ts';
import { bandOf } from './rules.ts';
import { LAST_TOUCH } from './signals.ts';

const RECENCY = `
  select m.company_id as id, count(*) as contacts, max(touch.at) as at
  from contact_companies m join contacts c on c.tenant_id = $1 and c.id = m.contact_id
  left join lateral (${LAST_TOUCH}) touch on true
  where m.tenant_id = $1 and m.company_id = any($3) and c.deleted_at is null group by 1`;

interface Recency {
  band: RecencyBand;
  contacts: number;
}

/** Returns the recency band of the last meaningful touch with any contact of a company, and the number of contacts. */
export function recencyOfCompany(ctx: TenantContext, companyId: string): Promise<Recency> {
  return loaderOf<string, Recency>(ctx, 'relationships.recency_of_company', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; contacts: number; at: Date | null }>(RECENCY, [
      ctx.tenantId,
      ctx.now,
      ids,
    ]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const { contacts = 0, at = null } = found.get(id) ?? {};
      return { contacts, band: bandOf(at, ctx.now) };
    });
  }).load(companyId);
}
