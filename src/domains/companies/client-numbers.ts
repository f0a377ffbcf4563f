// Client numbers: a company with one is a client, and a number never changes hands (crm.md section 2).
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { nextInSeries } from '../numbering.ts';
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
  raiseRisk(ctx, 'destructive');
  await assertNumberFree(ctx, number!, company.id);
  await bookNumber(ctx, number!, company.id);
  await associateLater(ctx, company.id);
  return becomeClient(company.companyType, number!);
}

/** What a number makes of a company. */
export function becomeClient(companyType: string | undefined, number: string): Record<string, unknown> {
  const typed = companyType && companyType !== 'prospect' ? {} : { companyType: 'client' };
  return { clientId: number, clientStatus: 'active', clientStatusReason: null, ...typed };
}

/** Asks for the contacts of a new client's domains to be associated with it (crm.md section 2, link effects). */
export function associateLater(ctx: TenantContext, companyId: string): Promise<void> {
  return enqueue(ctx, 'associate_domain_contacts', { companyId });
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

/** Books a number in the ledger; one that the company had before is its own again. */
export async function bookNumber(ctx: TenantContext, number: string, companyId: string): Promise<void> {
  await ctx.tx.rows(
    `insert into client_numbers (tenant_id, number, company_id, issued_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, number) do update set released_at = null where client_numbers.company_id = excluded.company_id`,
    [ctx.tenantId, number, companyId, ctx.now],
  );
}

/** Marks a number as given up; it stays reserved for its company. */
export async function releaseNumber(ctx: TenantContext, number: string): Promise<void> {
  await ClientNumber.of(ctx).where({ number }).patch({ releasedAt: ctx.now });
}

/** The number that a company held last; undefined for one that never was a client. */
export async function lastNumber(ctx: TenantContext, companyId: string): Promise<string | undefined> {
  const last = await ClientNumber.of(ctx)
    .where({ companyId })
    .orderByRaw('released_at desc nulls last, issued_at desc')
    .first();
  return last?.number;
}

/** A number that nobody had: the next of the series `client` that was not given by hand before. */
export async function nextNumber(ctx: TenantContext): Promise<string> {
  for (;;) {
    const number = `C-${String(await nextInSeries(ctx, 'client')).padStart(5, '0')}`;
    if (!(await ClientNumber.of(ctx).where({ number }).first())) return number;
  }
}
