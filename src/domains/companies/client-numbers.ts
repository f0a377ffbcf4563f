// Client numbers: a company with a number is a client, and a number never passes to another company (crm.md section 2).
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { dayOf } from '../days.ts';
import { takeNumber } from '../numbering/service.ts';
import { ClientNumber, type Company } from './model.ts';

/**
 * Returns the columns that a number sets on a company without one; an existing number has its own operation (spec
 * README, Names).
 */
export async function setClientNumber(
  ctx: TenantContext,
  company: Company,
  number: string | null,
): Promise<Record<string, unknown>> {
  if (number === company.clientId) return {};
  if (company.clientId) {
    fail(
      'CONFLICT',
      'The company already has a client number; to change it, use PATCH /api/clients/{id}/number.',
      {
        details: { reason: 'client_number_locked' },
      },
    );
  }
  raiseRisk(ctx, 'destructive');
  await assertNumberFree(ctx, number!, company.id);
  await reserveNumber(ctx, number!, company.id);
  await enqueueAssociation(ctx, company.id);
  return newClientFields(company.companyType, number!);
}

/** Returns the columns that make a company a client. */
export function newClientFields(companyType: string | undefined, number: string): Record<string, unknown> {
  const typeChange = companyType && companyType !== 'prospect' ? {} : { companyType: 'client' };
  return { clientId: number, clientStatus: 'active', clientStatusReason: null, ...typeChange };
}

/**
 * Enqueues the job that associates contacts with a new client by its email domains (crm.md section 2, link effects).
 */
export function enqueueAssociation(ctx: TenantContext, companyId: string): Promise<void> {
  return enqueue(ctx, 'associate_domain_contacts', { companyId });
}

/** Throws if a number belongs or belonged to another company. @throws CONFLICT client_number_taken */
export async function assertNumberFree(
  ctx: TenantContext,
  number: string,
  companyId?: string,
): Promise<void> {
  const entry = await ClientNumber.of(ctx).where({ number }).first();
  if (entry && entry.companyId !== companyId) {
    fail('CONFLICT', `The client number ${number} belongs or belonged to another company.`, {
      details: { reason: 'client_number_taken' },
    });
  }
}

/** Records that a company has a number, which is new or one that it had before. */
export async function reserveNumber(ctx: TenantContext, number: string, companyId: string): Promise<void> {
  await ctx.tx.rows(
    `insert into client_numbers (tenant_id, number, company_id, issued_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, number) do update set released_at = null where client_numbers.company_id = excluded.company_id`,
    [ctx.tenantId, number, companyId, ctx.now],
  );
}

/** Marks a number as released; it stays reserved for its company. */
export async function releaseNumber(ctx: TenantContext, number: string): Promise<void> {
  await ClientNumber.of(ctx).where({ number }).patch({ releasedAt: ctx.now });
}

/** Returns the number that a company held last; undefined if it never was a client. */
export async function lastNumber(ctx: TenantContext, companyId: string): Promise<string | undefined> {
  const last = await ClientNumber.of(ctx)
    .where({ companyId })
    .orderByRaw('released_at desc nulls last, issued_at desc')
    .first();
  return last?.number;
}

/** Returns the next number of the series `client`, skipping numbers that were assigned by hand. */
export async function nextNumber(ctx: TenantContext, companyId: string): Promise<string> {
  const day = dayOf(ctx.now, ctx.principal.timeZone);
  return takeNumber(
    ctx,
    'client',
    { type: 'company', id: companyId, day },
    undefined,
    'exists (select from client_numbers c where c.tenant_id = $1 and c.number = next.number)',
  );
}
