// What settles an invoice: its paid and credited amounts, its balance, and the state that follows.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { plainDecimal, scaled, unscaled } from '../documents/exact.ts';
import { currencyDigits } from '../money.ts';
import type { Invoice } from './model.ts';

/** Returns an amount of a document in the smallest unit of its currency. */
export function minor(amount: string, currency: string): bigint {
  return scaled(plainDecimal(amount), currencyDigits(currency));
}

/** Returns an amount in the smallest unit as a decimal. */
export function decimal(amount: bigint, currency: string): string {
  return unscaled(amount, currencyDigits(currency));
}

/** Returns the columns of an invoice after a change of what is paid or credited. */
export function settled(
  invoice: Invoice,
  change: { paid?: bigint; credited?: bigint },
): { amountPaid: string; amountCredited: string; balance: string; status: string } {
  const { currency } = invoice;
  const paid = minor(invoice.amountPaid, currency) + (change.paid ?? 0n);
  const credited = minor(invoice.amountCredited, currency) + (change.credited ?? 0n);
  const balance = minor(invoice.total, currency) - paid - credited;
  const open = paid + credited > 0n ? 'partially_paid' : 'issued';
  const isWrittenOff = invoice.status === 'uncollectible' && balance > 0n;
  return {
    amountPaid: decimal(paid, currency),
    amountCredited: decimal(credited, currency),
    balance: decimal(balance, currency),
    status: balance === 0n ? 'paid' : isWrittenOff ? 'uncollectible' : open,
  };
}

/** Locks the credit of a client in a currency and returns what is left of it. */
export async function lockClientCredit(
  ctx: TenantContext,
  companyId: string,
  currency: string,
): Promise<bigint> {
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtext($1))', [
    `client_credit:${ctx.tenantId}:${companyId}:${currency}`,
  ]);
  const [row] = await ctx.tx.rows<{ left: string }>(
    'select coalesce(sum(amount), 0)::text as left from client_credits where tenant_id = $1 and company_id = $2 and currency = $3',
    [ctx.tenantId, companyId, currency],
  );
  return minor(row!.left, currency);
}

/** Enters a change of a client's credit. */
export async function addClientCredit(
  ctx: TenantContext,
  { companyId, currency }: Pick<Invoice, 'companyId' | 'currency'>,
  amount: bigint,
  paymentId: string,
  id: string,
): Promise<void> {
  await ctx.tx.rows(
    `insert into client_credits (tenant_id, id, company_id, currency, amount, payment_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [ctx.tenantId, id, companyId, currency, decimal(amount, currency), paymentId, ctx.now],
  );
}

/** The states that an invoice can reach from each. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  draft: ['issued'],
  issued: ['partially_paid', 'paid', 'void', 'uncollectible'],
  partially_paid: ['issued', 'paid', 'uncollectible'],
  paid: ['partially_paid', 'issued'],
  uncollectible: ['paid'],
  void: [],
};

/** Refuses a transition of an invoice. @throws NOT_ISSUED for a draft, INVALID_STATE_TRANSITION */
export function failState({ status, documentType }: Invoice, to: string): never {
  if (status === 'draft') fail('NOT_ISSUED');
  const allowed = documentType === 'invoice' ? NEXT[status] : status === 'issued' ? ['void'] : [];
  return fail('INVALID_STATE_TRANSITION', `The document is ${status}, so it cannot become ${to}.`, {
    details: { from: status, to, allowed },
  });
}
