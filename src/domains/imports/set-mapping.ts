// Sets the mapping of an import; a changed one drops the dry run and the approval.
import { permissionDenied } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { canonicalJson } from '../../operations/canonical.ts';
import { assertStatus, EDITABLE, lockImport } from './access.ts';
import { recount } from './counts.ts';
import { type MappingInput, mappingHash, readMapping } from './mapping-rules.ts';
import type { Import, ImportWarning, Mapping, PmMapping } from './model.ts';
import { fieldsOf } from './target-fields.ts';
import { operationOf, type TargetSpec, targetOf } from './targets.ts';

/** Sets the mapping of an import of data. @throws VALIDATION_ERROR, PERMISSION_DENIED, INVALID_STATE_TRANSITION */
export async function setMapping(
  ctx: TenantContext,
  id: string,
  input: MappingInput,
  expectedVersion?: number | null,
): Promise<Import> {
  const imported = await lockImport(ctx, id, { kind: 'data', expectedVersion });
  assertStatus(imported, 'mapped', ...EDITABLE);
  const target = targetOf(imported.target);
  const mapping = readMapping(input, imported.columns, target, fieldsOf(ctx, target), ctx.principal.timeZone);
  assertMayCall(ctx, operationsOf(target, mapping));
  return storeMapping(ctx, imported, mapping);
}

function operationsOf({ create, update }: TargetSpec, { mode }: Mapping): string[] {
  return [
    ...(mode === 'update' ? [] : [create]),
    ...(mode === 'update' || mode === 'upsert' ? [update ?? create] : []),
  ];
}

/** @throws PERMISSION_DENIED for operations that need a permission which the caller lacks */
export function assertMayCall(ctx: TenantContext, names: readonly string[]): void {
  for (const name of names) {
    const permission = operationOf(ctx, name)?.access.permission;
    if (permission && !ctx.principal.permissions.has(permission)) throw permissionDenied(permission);
  }
}

/** Stores a mapping, unless it is the one that stands. */
export async function storeMapping(
  ctx: TenantContext,
  imported: Import,
  mapping: Mapping | PmMapping,
  values: Partial<Import> = {},
): Promise<Import> {
  if (imported.mapping && canonicalJson(imported.mapping) === canonicalJson(mapping)) return imported;
  await forgetPlan(ctx, imported);
  const after = await imported.changeVersion(ctx, {
    ...{ status: 'mapped', mapping, mappingHash: mappingHash(mapping), validationHash: null, approval: null },
    warnings: [
      ...imported.warnings.filter(({ code }) => code !== 'UNMAPPED_COLUMN'),
      ...unmapped(imported, mapping),
    ],
    ...{ error: null, ...values },
  });
  await emit(ctx, 'import.mapped', { object: after, label: imported.fileName, links: [] });
  return after;
}

function unmapped({ columns }: Import, mapping: Mapping | PmMapping): ImportWarning[] {
  const mapped = new Set(mapping.columns.map(({ source }) => source));
  if ('company_column' in mapping) mapped.add(mapping.company_column);
  return columns
    .filter((column) => !mapped.has(column))
    .map((column) => {
      const message = `${column} is mapped to nothing and is not imported.`;
      return { code: 'UNMAPPED_COLUMN', message, column, count: null };
    });
}

/** Makes the rows unplanned again; rows of project management are found by their keys before they are planned. */
export async function forgetPlan(ctx: TenantContext, imported: Import): Promise<void> {
  await ctx.tx.rows(
    `update import_rows set status = 'pending', action = null, errors = '[]', match_id = null, match_version = null,
       keys = case when kind is null then '{}' else keys end
     where tenant_id = $1 and import_id = $2 and status in ('valid', 'warning', 'invalid')`,
    [ctx.tenantId, imported.id],
  );
  imported.counts = { ...imported.counts, toCreate: 0, toUpdate: 0, toSkip: 0 };
  await recount(ctx, imported);
}
