// Who may see the rows of an import and change it, and how one is locked.
import { permissionDenied } from '../../access/check.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import { Import, type ImportStatus } from './model.ts';

const APPROVE = 'imports.approve';

/** The states in which an import can still be mapped and discarded. */
export const EDITABLE = ['uploaded', 'mapped', 'validated', 'approved'] as const;

/** Returns an import of a kind. @throws NOT_FOUND */
export async function findImport(ctx: TenantContext, id: string, kind?: Import['kind']): Promise<Import> {
  const imported = (await Import.of(ctx).where({ id }).first()) as Import | undefined;
  return imported && (!kind || imported.kind === kind) ? imported : fail('NOT_FOUND');
}

/** Locks an import for a change. @throws NOT_FOUND, PERMISSION_DENIED, PRECONDITION_FAILED */
export async function lockImport(
  ctx: TenantContext,
  id: string,
  { kind, expectedVersion }: { kind?: Import['kind']; expectedVersion?: number | null } = {},
): Promise<Import> {
  const imported = (await Import.lock(ctx, id)) as unknown as Import;
  if (kind && imported.kind !== kind) fail('NOT_FOUND');
  assertOwn(ctx, imported);
  assertVersion(imported, expectedVersion);
  return imported;
}

/** Returns whether somebody may see rows and cells: the uploader, and holders of imports.approve. */
export function seesRows({ principal }: TenantContext, { createdBy }: Import): boolean {
  return createdBy.id === principal.id || principal.permissions.has(APPROVE);
}

/** Returns an import whose rows the caller may see. @throws NOT_FOUND, PERMISSION_DENIED */
export async function findWithRows(ctx: TenantContext, id: string, kind?: Import['kind']): Promise<Import> {
  const imported = await findImport(ctx, id, kind);
  if (!seesRows(ctx, imported)) throw permissionDenied(APPROVE);
  return imported;
}

/** The statuses to which calls take an import. */
const MOVES: Partial<Record<ImportStatus, ImportStatus[]>> = {
  uploaded: ['mapped', 'discarded'],
  mapped: ['validating', 'discarded'],
  validating: ['mapped'],
  validated: ['mapped', 'validating', 'approved', 'discarded'],
  approved: ['mapped', 'validating', 'executing', 'discarded'],
  executing: ['cancelled'],
  completed: ['rolling_back'],
  completed_with_errors: ['executing', 'rolling_back'],
  failed: ['executing', 'rolling_back'],
  cancelled: ['executing', 'rolling_back'],
};

/** @param to the status that the call leads to @throws INVALID_STATE_TRANSITION unless it is in one of the other statuses */
export function assertStatus({ status }: Import, to: ImportStatus, ...from: readonly ImportStatus[]): void {
  if (from.includes(status)) return;
  fail('INVALID_STATE_TRANSITION', `The import is ${status}; this needs one that is ${from.join(' or ')}.`, {
    details: { from: status, to, allowed: MOVES[status] ?? [] },
  });
}
