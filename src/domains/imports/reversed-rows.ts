// What a rollback stores of rows: those that it reversed, and those that it kept with the reason.
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { causeOf } from '../../operations/execute.ts';

export type KeptReason = 'changed' | 'deleted' | 'in_use' | 'permission' | 'refused';

export interface ReversedRow {
  row_number: number;
  /** Null if it was reversed. */
  kept_reason: KeptReason | null;
}

/** Stores the outcome of rows in one statement. */
export async function storeReversed(
  ctx: TenantContext,
  importId: string,
  rows: readonly ReversedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await ctx.tx.rows(
    `update import_rows r set status = case when n.kept_reason is null then 'reversed' else 'kept' end, kept_reason = n.kept_reason
     from jsonb_to_recordset($3::jsonb) as n(row_number int, kept_reason text)
     where r.tenant_id = $1 and r.import_id = $2 and r.row_number = n.row_number`,
    [ctx.tenantId, importId, JSON.stringify(rows)],
  );
}

/** Returns why a record is kept whose reversal was refused. */
export function keptReason(ctx: TenantContext, thrown: unknown): KeptReason {
  const cause = causeOf(thrown);
  if (!(cause instanceof ServiceError)) {
    ctx.log.error({ err: cause, request_id: ctx.requestId }, 'a row of an import could not be reversed');
    return 'refused';
  }
  if (cause.code === 'NOT_FOUND') return cause.extras.details?.merged_into_id ? 'changed' : 'deleted';
  if (cause.code === 'PRECONDITION_FAILED') return 'changed';
  if (cause.code === 'RESOURCE_IN_USE') return 'in_use';
  return /PERMISSION|SCOPE|FEATURE/.test(cause.code) ? 'permission' : 'refused';
}
