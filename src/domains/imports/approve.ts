// The approval of a dry run by its hashes, by a second person where the workspace wants one.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { assertStatus, lockImport } from './access.ts';
import type { Import } from './model.ts';

/** The hashes that a person has seen. */
export interface ApprovalInput {
  mappingHash: string;
  validationHash: string;
  note?: string | null;
  expectedVersion?: number | null;
}

/**
 * Approves the dry run.
 * @throws INVALID_STATE_TRANSITION, IMPORT_STALE, CONFLICT nothing_to_import, invalid_rows, PERMISSION_DENIED four_eyes
 */
export async function approveImport(
  ctx: TenantContext,
  kind: Import['kind'],
  id: string,
  input: ApprovalInput,
): Promise<Import> {
  const imported = await lockImport(ctx, id, { kind, expectedVersion: input.expectedVersion });
  await assertSecondPerson(ctx, imported);
  assertStatus(imported, 'approved', 'validated');
  if (input.mappingHash !== imported.mappingHash || input.validationHash !== imported.validationHash)
    fail('IMPORT_STALE');
  const { pending, invalid: invalidRows } = imported.counts;
  if (pending === 0)
    fail('CONFLICT', 'No row can be imported; correct the rows or the mapping.', {
      details: { reason: 'nothing_to_import' },
    });
  if (invalidRows > 0 && imported.mapping!.on_error === 'abort')
    fail('CONFLICT', 'The import stops at errors and has invalid rows; correct or exclude them.', {
      details: { reason: 'invalid_rows' },
    });
  const after = await imported.changeVersion(ctx, {
    status: 'approved',
    approval: {
      ...{ by: actorOf(ctx.principal), at: ctx.now, note: input.note ?? null },
      ...{ mappingHash: input.mappingHash, validationHash: input.validationHash },
    },
  });
  await emit(ctx, 'import.approved', { object: after, label: imported.fileName, links: [] });
  return after;
}

/** @throws PERMISSION_DENIED four_eyes for the uploader, and for the owner of the token that uploaded */
async function assertSecondPerson(ctx: TenantContext, { createdBy }: Import): Promise<void> {
  const [row] = await ctx.tx.rows<{ is_refused: boolean }>(
    `select imports_four_eyes and ($2::uuid = $3 or exists (
       select from api_tokens a where a.tenant_id = $1 and a.id = $2 and a.owner_user_id = $3)) as is_refused
     from tenants where id = $1`,
    [ctx.tenantId, createdBy.id, ctx.principal.id],
  );
  if (row!.is_refused)
    fail('PERMISSION_DENIED', 'Somebody else must approve what you have uploaded.', {
      details: { reason: 'four_eyes' },
    });
}
