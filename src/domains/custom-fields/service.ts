// Operations on custom field definitions (platform.md §8).
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { type CustomFieldChanges, type CustomFieldInput, parseDefinition } from './definition.ts';
import { customFieldListing } from './loaders.ts';
import { CustomField } from './model.ts';
import { MAX_FIELDS, RESTORE_DAYS } from './rules.ts';

const DAY = 86_400_000;

/** Returns a page of definitions, by entity and position; archived ones only on request. */
export function listCustomFields(
  ctx: TenantContext,
  { includeArchived, ...args }: ListArguments & { includeArchived?: boolean | null },
  lookahead: Lookahead,
): Promise<PageOf<CustomField>> {
  const sort = args.sort ?? ['entity', 'position'];
  return listPage<CustomField>(ctx, customFieldListing, { ...args, sort }, lookahead, (query) => {
    if (!includeArchived) query.whereNull('custom_fields.archived_at');
  });
}

/**
 * Defines a field on a record type. Existing records do not change, even if the field is required.
 * @throws VALIDATION_ERROR; CONFLICT key_taken, field_limit
 */
export async function createCustomField(ctx: TenantContext, input: CustomFieldInput): Promise<CustomField> {
  const entity = input.entity!;
  const definition = parseDefinition(ctx, input);
  const key = input.key!;
  await lockEntity(ctx, entity);
  const taken = await CustomField.live(ctx).where({ entity, key }).first();
  if (taken) {
    fail(
      'CONFLICT',
      taken.archivedAt
        ? `An archived field of ${entity} has the key ${key}; restore it or choose another key.`
        : `A field of ${entity} has the key ${key}; choose another key.`,
      { details: { reason: 'key_taken', custom_field_id: taken.id } },
    );
  }
  const { count, lastPosition } = await countActiveFields(ctx, entity);
  assertBelowLimit(entity, count);
  const field = await CustomField.create(ctx, {
    ...definition,
    entity,
    key,
    position: input.position ?? Math.min(lastPosition + 1, 10_000),
  });
  await announceChange(ctx, ctx.tenantId);
  await emit(ctx, 'custom_field.created', {
    object: field,
    label: field.label,
    after: field.toJSON(),
    links: [],
    data: { entity, key },
  });
  return field;
}

/**
 * Updates a definition, or restores an archived one. Existing values do not change: new rules apply to new writes.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR; CONFLICT values_repeated if a field that becomes unique has
 *   duplicate values, field_limit; INVALID_STATE_TRANSITION for an archived field, unless it is restored in time
 */
export async function updateCustomField(
  ctx: TenantContext,
  id: string,
  { archived, ...input }: CustomFieldChanges,
  expectedVersion?: number | null,
): Promise<CustomField> {
  const before = await CustomField.lock(ctx, id, { expectedVersion });
  if (archived && !before.archivedAt)
    throw invalid('archived', 'own_route', 'To archive a field, use DELETE /api/custom-fields/{id}.');
  const isRestore = archived === false && before.archivedAt !== null;
  if (isRestore) await assertRestorable(ctx, before);
  else if (before.archivedAt && Object.keys(input).length) {
    fail('INVALID_STATE_TRANSITION', 'The field is archived; restore it first with archived: false.', {
      details: { from: 'archived', to: 'archived', allowed: ['active'] },
    });
  }
  const definition = parseDefinition(ctx, input, before);
  const fields = {
    ...definition,
    position: input.position ?? before.position,
    archivedAt: isRestore ? null : before.archivedAt,
  };
  if (definition.isUnique !== before.isUnique) await setUnique(ctx, before, definition.isUnique);
  const after = await before.change(ctx, fields);
  if (after === before) return before;
  await announceChange(ctx, ctx.tenantId);
  await emit(ctx, isRestore ? 'custom_field.restored' : 'custom_field.updated', {
    object: after,
    label: after.label,
    before: before.toJSON(),
    after: after.toJSON(),
    links: [],
    data: { entity: after.entity, key: after.key },
  });
  return after;
}

/**
 * Archives a field: its values are hidden at once and erased after thirty days. An archived field is left unchanged.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function archiveCustomField(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const before = await CustomField.lock(ctx, id, { expectedVersion });
  if (before.archivedAt) return { id, deletedAt: before.archivedAt };
  const after = await before.change(ctx, { archivedAt: ctx.now });
  await announceChange(ctx, ctx.tenantId);
  await emit(ctx, 'custom_field.deleted', {
    object: after,
    label: after.label,
    links: [],
    data: { entity: after.entity, key: after.key },
  });
  return { id, deletedAt: ctx.now };
}

/** Locks the fields of an entity, so that concurrent calls cannot exceed the limit or repeat a key. */
async function lockEntity(ctx: TenantContext, entity: string): Promise<void> {
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtext($1))', [
    `custom_fields:${ctx.tenantId}:${entity}`,
  ]);
}

async function countActiveFields(
  ctx: TenantContext,
  entity: string,
): Promise<{ count: number; lastPosition: number }> {
  const [row] = await ctx.tx.rows<{ count: number; lastPosition: number }>(
    `select count(*) as count, coalesce(max(position), 0) as "lastPosition" from custom_fields
     where tenant_id = $1 and entity = $2 and archived_at is null`,
    [ctx.tenantId, entity],
  );
  return row!;
}

function assertBelowLimit(entity: string, count: number): void {
  if (count < MAX_FIELDS) return;
  fail('CONFLICT', `${entity} already has ${MAX_FIELDS} fields; archive one first.`, {
    details: { reason: 'field_limit', limit: MAX_FIELDS },
  });
}

async function assertRestorable(ctx: TenantContext, { entity, archivedAt }: CustomField): Promise<void> {
  if (ctx.now.getTime() - archivedAt!.getTime() > RESTORE_DAYS * DAY) {
    fail(
      'INVALID_STATE_TRANSITION',
      `An archived field can be restored only for ${RESTORE_DAYS} days; define a new one.`,
      {
        details: { reason: 'restore_expired', from: 'archived', to: 'active', allowed: [] },
      },
    );
  }
  await lockEntity(ctx, entity);
  assertBelowLimit(entity, (await countActiveFields(ctx, entity)).count);
}

/**
 * Claims the existing values for their records, or releases them (migration 0017). Concurrent writes of such records
 * wait.
 * @throws CONFLICT values_repeated
 */
async function setUnique(
  ctx: TenantContext,
  { id, entity, key }: CustomField,
  isUnique: boolean,
): Promise<void> {
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtextextended($1::text || $2, 0))', [
    ctx.tenantId,
    entity,
  ]);
  await ctx.tx.rows('delete from custom_field_claims where tenant_id = $1 and field_id = $2', [
    ctx.tenantId,
    id,
  ]);
  if (!isUnique) return;
  const values = `select r.id, custom_value_digest(r.custom_fields -> $2) as digest from ${entity} r
    where r.tenant_id = $1 and r.deleted_at is null and r.custom_fields -> $2 is not null`;
  const [repeated] = await ctx.tx.rows<{ n: number }>(
    `select count(*) as n from (select from (${values}) held group by held.digest having count(*) > 1) repeated`,
    [ctx.tenantId, key],
  );
  if (repeated!.n > 0) {
    fail(
      'CONFLICT',
      `${repeated!.n} values of ${key} occur on more than one record; make them unique first.`,
      {
        details: { reason: 'values_repeated', count: repeated!.n },
      },
    );
  }
  await ctx.tx.rows(
    `insert into custom_field_claims (tenant_id, field_id, digest, record_id)
     select $1, $3, held.digest, held.id from (${values}) held`,
    [ctx.tenantId, key, id],
  );
}
