// Competitors as a kind of record, and the competitors that a company is.
import type { TenantContext } from '../../context.ts';
import { linkFilter } from '../../lists/filters.ts';
import { listOf, liveId } from '../../lists/loaders.ts';
import { identifiersOf } from '../companies/input.ts';
import { assertCompany } from '../contacts/associations.ts';
import { crud } from '../records/crud.ts';
import { recordKind } from '../records/kind.ts';
import { readTexts } from './input.ts';
import { Competitor } from './model.ts';

export const competitorKind = recordKind<Competitor>({
  model: Competitor,
  withheld: ['battlecardDraft'],
  links: ({ id, companyId }) => [
    { entity: 'competitor', id },
    ...(companyId ? [{ entity: 'company' as const, id: companyId }] : []),
  ],
  filters: { companyId: linkFilter('competitors.company_id', 'companies') },
  search: {
    subtitle: 'r.website',
    texts: { name: 'r.name', website: 'r.website' },
    related: { companyId: 'Company' },
  },
});

export const competitorVerbs = crud(competitorKind, async (ctx, input, before) => {
  const fields = readTexts(input);
  if (typeof input.website === 'string')
    fields.website = identifiersOf({ website: input.website }).get('website')!.value;
  if (input.companyId === undefined && !before)
    fields.companyId = await onlyCompanyNamed(ctx, fields.name as string);
  else if (input.companyId && input.companyId !== before?.companyId)
    await assertCompany(ctx, input.companyId as string);
  return fields;
});

export const competitorById = competitorKind.byId;
/** The id of a linked competitor; null while it is deleted. */
export const liveCompetitorId = liveId(competitorById);
export const competitorsOfCompany = listOf<Competitor>('competitors.company', {
  listing: competitorKind.listing,
  parent: 'competitors.company_id',
});

/** Returns the only live company with a name, ignoring case; null if there is none or more than one (service.md 4.6). */
async function onlyCompanyNamed(ctx: TenantContext, name: string): Promise<string | null> {
  const rows = await ctx.tx.rows<{ id: string }>(
    `select distinct c.id from company_names n join companies c on c.tenant_id = $1 and c.id = n.company_id
     where n.tenant_id = $1 and n.name = any (match_names($2::text)) and lower(c.name) = lower($2) and c.deleted_at is null
     limit 2`,
    [ctx.tenantId, name],
  );
  return rows.length === 1 ? rows[0]!.id : null;
}
