// The recency of a company's relationship, by its contacts (crm.md section 5).
import type { TenantContext } from '../../context.ts';
import type { RecencyBand } from './model.ts';
import { bandOf } from './rules.ts';
import { LAST_TOUCH } from './signals.ts';

const RECENCY = `
  select count(*) as contacts, max(touch.at) as at
  from contact_companies m join contacts c on c.tenant_id = m.tenant_id and c.id = m.contact_id
  left join lateral (${LAST_TOUCH}) touch on true
  where m.tenant_id = $1 and m.company_id = $3 and c.deleted_at is null`;

/** Returns the recency band of the last meaningful touch with any contact of a company, and the number of contacts. */
export async function recencyOfCompany(
  ctx: TenantContext,
  companyId: string,
): Promise<{ band: RecencyBand; contacts: number }> {
  const [row] = await ctx.tx.rows<{ contacts: number; at: Date | null }>(RECENCY, [
    ctx.tenantId,
    ctx.now,
    companyId,
  ]);
  const { contacts, at } = row!;
  return { contacts, band: bandOf(at, ctx.now) };
}
