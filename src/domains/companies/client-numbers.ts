// Client numbers: a company with one is a client, and a number never changes hands (crm.md section 2).
import { policyRefusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { ClientNumber, type Company } from './model.ts';

/** A number written where there was none makes a client; a standing one has its own route (spec README, Names). */
export async function setClientNumber(
  ctx: TenantContext,
  company: Company,
  number: string | null,
): Promise<Record<string, unknown>> {
  if (number === company.clientId) return {};
  if (company.clientId) {
    fail('CONFLICT', 'The number of a client is changed on its own route, not here.', {
      details: { reason: 'client_number_locked' },
    });
  }
  const refused = policyRefusal({ module: 'crm', principals: 'tenant', risk: 'risky' }, ctx.principal);
  if (refused) throw refused;
  await assertNumberFree(ctx, number!, company.id);
  await bookNumber(ctx, number!, company.id);
  return becomeClient(company.companyType, number!);
}

/** What a number makes of a company. */
export function becomeClient(companyType: string | undefined, number: string): Record<string, unknown> {
  const typed = companyType && companyType !== 'prospect' ? {} : { companyType: 'client' };
  return { clientId: number, clientStatus: 'active', ...typed };
}

/** @throws CONFLICT client_number_taken when the number is, or ever was, another company's */
export async function assertNumberFree(
  ctx: TenantContext,
  number: string,
  companyId?: string,
): Promise<void> {
  const entry = await ClientNumber.of(ctx).where({ number }).first();
  if (entry && entry.companyId !== companyId) {
    fail('CONFLICT', `The client number ${number} belongs, or belonged, to another company.`, {
      details: { reason: 'client_number_taken' },
    });
  }
}

/** Books a number in the ledger; one that the company had before stands there already. */
export async function bookNumber(ctx: TenantContext, number: string, companyId: string): Promise<void> {
  await ctx.tx.rows(
    `insert into client_numbers (tenant_id, number, company_id, issued_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, number) do nothing`,
    [ctx.tenantId, number, companyId, ctx.now],
  );
}
