// The identifiers of a company. The fields website and domain always equal the primary ones (crm.md section 1).

import type { TenantContext } from '../../context.ts';

import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { lockRecord } from '../records/verbs.ts';
import { companyKind } from './kind.ts';
import { Company, CompanyIdentifier } from './model.ts';
import { type IdentifierType, type NormalizedIdentifier, normalizeIdentifier } from './rules.ts';

/** The company field that holds the primary identifier of a type. */
export const FIELD_OF: Record<IdentifierType, 'website' | 'domain'> = {
  website: 'website',
  email_domain: 'domain',
};

export interface IdentifierInput {
  identifierType?: IdentifierType | null;
  value?: string | null;
  label?: string | null;
  isPrimary?: boolean | null;
  source?: string | null;
  metadata?: Record<string, unknown> | null;
}

/** Returns all identifiers of a company, the oldest first. @throws NOT_FOUND */
export async function listIdentifiers(ctx: TenantContext, companyId: string): Promise<CompanyIdentifier[]> {
  await Company.find(ctx, companyId);
  return identifiersOf(ctx, companyId);
}

async function identifiersOf(ctx: TenantContext, companyId: string): Promise<CompanyIdentifier[]> {
  return await CompanyIdentifier.of(ctx).where({ companyId }).orderBy(['created_at', 'id']);
}

/** The attributes that make an identifier unique in a workspace. */
export interface IdentifierKey {
  type: IdentifierType;
  value: string;
}

/**
 * Throws if another live company has one of the values; uses one statement for all of them.
 * @throws CONFLICT identifier_taken; the company is named only to callers who may read it
 */
export async function assertIdentifiersFree(
  ctx: TenantContext,
  identifiers: IdentifierKey[],
  companyId?: string,
): Promise<void> {
  if (identifiers.length === 0) return;
  const holders = await ctx.tx.rows<{ company_id: string; type: IdentifierType; value: string }>(
    `select i.company_id, i.identifier_type as type, i.value from unnest($2::text[], $3::text[]) as input(type, value)
     join company_identifiers i on i.tenant_id = $1 and i.identifier_type = input.type and i.value = input.value and i.live`,
    [ctx.tenantId, identifiers.map(({ type }) => type), identifiers.map(({ value }) => value)],
    'generic',
  );
  const taken = holders.find((holder) => holder.company_id !== companyId);
  if (!taken) return;
  throw new ServiceError('CONFLICT', `Another company already has ${taken.value}.`, {
    details: {
      reason: 'identifier_taken',
      field: FIELD_OF[taken.type],
      ...(ctx.principal.permissions.has('companies.read') && { company_id: taken.company_id }),
    },
  });
}

/** Adds an identifier; the first one of its type becomes primary. @throws NOT_FOUND, CONFLICT identifier_taken */
export async function addIdentifier(
  ctx: TenantContext,
  companyId: string,
  input: IdentifierInput,
): Promise<CompanyIdentifier> {
  const company = await lockRecord(ctx, companyKind, companyId);
  const type = input.identifierType!;
  const normalized = normalizeIdentifier(type, input.value!, 'value');
  await assertIdentifiersFree(ctx, [{ type, value: normalized.value }]);
  const others = (await identifiersOf(ctx, companyId)).filter((other) => other.identifierType === type);
  const isPrimary = others.length === 0 || input.isPrimary === true;
  if (isPrimary) await demote(ctx, companyId, type);
  const added = await CompanyIdentifier.insert(ctx, {
    companyId,
    identifierType: type,
    ...normalized,
    label: input.label ?? null,
    isPrimary,
    source: input.source ?? (ctx.principal.kind === 'user' ? 'manual' : 'api'),
    metadata: input.metadata ?? {},
  });
  const after = await company.changeVersion(ctx, isPrimary ? { [FIELD_OF[type]]: normalized.value } : {});
  await emitIdentifier(ctx, 'company.identifier_added', after, added);
  return added;
}

/** Updates an identifier. @throws NOT_FOUND, CONFLICT identifier_taken, VALIDATION_ERROR */
export async function updateIdentifier(
  ctx: TenantContext,
  companyId: string,
  identifierId: string,
  input: IdentifierInput,
): Promise<CompanyIdentifier> {
  const company = await lockRecord(ctx, companyKind, companyId);
  const before = await findIdentifier(ctx, companyId, identifierId);
  const type = before.identifierType;
  if (input.identifierType && input.identifierType !== type) {
    throw invalid(
      'identifier_type',
      'fixed',
      'The type of an identifier cannot be changed; remove it and add one of the other type.',
    );
  }
  if (before.isPrimary && input.isPrimary === false) {
    throw invalid(
      'is_primary',
      'one_primary',
      'One identifier of each type must be primary; make another one primary instead.',
    );
  }
  if (input.value === null)
    throw invalid('value', 'required', 'The value cannot be null; to clear it, remove the identifier.');
  const normalized = input.value === undefined ? undefined : normalizeIdentifier(type, input.value, 'value');
  if (normalized && normalized.value !== before.value)
    await assertIdentifiersFree(ctx, [{ type, value: normalized.value }], companyId);
  const isPrimary = before.isPrimary || input.isPrimary === true;
  if (isPrimary && !before.isPrimary) await demote(ctx, companyId, type);
  const after = await before.change(ctx, {
    ...normalized,
    label: input.label,
    source: input.source ?? undefined,
    ...(input.metadata !== undefined && { metadata: input.metadata ?? {} }),
    isPrimary,
  });
  if (after === before) return before;
  await company.changeVersion(ctx, isPrimary ? { [FIELD_OF[type]]: after.value } : {});
  await emitIdentifier(ctx, 'company.identifier_updated', company, after, before);
  return after;
}

/** Removes an identifier; if it was primary, the oldest remaining one of its type becomes primary. @throws NOT_FOUND */
export async function removeIdentifier(
  ctx: TenantContext,
  companyId: string,
  identifierId: string,
): Promise<{ id: string; deletedAt: Date }> {
  const company = await lockRecord(ctx, companyKind, companyId);
  const removed = await findIdentifier(ctx, companyId, identifierId);
  await deleteIdentifier(ctx, removed);
  const primary = removed.isPrimary ? await promote(ctx, companyId, removed.identifierType) : undefined;
  await company.change(
    ctx,
    removed.isPrimary ? { [FIELD_OF[removed.identifierType]]: primary?.value ?? null } : {},
  );
  await emitIdentifier(ctx, 'company.identifier_removed', company, removed);
  return { id: removed.id, deletedAt: ctx.now };
}

/**
 * Makes a value the primary identifier of a company, or removes the primary one (null), when `website` or `domain` is
 * written. A replaced primary identifier remains as a secondary one.
 * @returns the new value of the field
 */
export async function setPrimary(
  ctx: TenantContext,
  companyId: string,
  type: IdentifierType,
  identifier: NormalizedIdentifier | null,
): Promise<string | null> {
  const ofType = (await identifiersOf(ctx, companyId)).filter(
    (candidate) => candidate.identifierType === type,
  );
  const current = ofType.find((candidate) => candidate.isPrimary);
  if (identifier === null) {
    if (current) await deleteIdentifier(ctx, current);
    return (await promote(ctx, companyId, type))?.value ?? null;
  }
  if (current?.value === identifier.value) return identifier.value;
  await demote(ctx, companyId, type);
  const existing = ofType.find((candidate) => candidate.value === identifier.value);
  if (existing) {
    await CompanyIdentifier.of(ctx).where({ id: existing.id }).patch({ isPrimary: true, updatedAt: ctx.now });
  } else {
    await assertIdentifiersFree(ctx, [{ type, value: identifier.value }]);
    await CompanyIdentifier.insert(ctx, {
      companyId,
      identifierType: type,
      ...identifier,
      isPrimary: true,
      source: 'compat_field',
    });
  }
  return identifier.value;
}

/**
 * Adds the identifiers that a company lacks; the first one of its type becomes primary.
 * @returns the added values, and the company fields to set for new primary ones
 * @throws CONFLICT identifier_taken
 */
export async function addMissing(
  ctx: TenantContext,
  companyId: string,
  identifiers: ReadonlyMap<IdentifierType, NormalizedIdentifier | null>,
  source: string,
): Promise<{ added: string[]; fields: Record<string, string> }> {
  const existing = await identifiersOf(ctx, companyId);
  const rows = [...identifiers].flatMap(([identifierType, identifier]) => {
    const ofType = existing.filter((candidate) => candidate.identifierType === identifierType);
    if (!identifier || ofType.some(({ value }) => value === identifier.value)) return [];
    return [{ companyId, identifierType, ...identifier, isPrimary: ofType.length === 0, source }];
  });
  await assertIdentifiersFree(
    ctx,
    rows.map(({ identifierType, value }) => ({ type: identifierType, value })),
    companyId,
  );
  await CompanyIdentifier.insertAll(ctx, rows);
  const primaries = rows.filter(({ isPrimary }) => isPrimary);
  return {
    added: rows.map(({ value }) => value),
    fields: Object.fromEntries(
      primaries.map(({ identifierType, value }) => [FIELD_OF[identifierType], value]),
    ),
  };
}

async function findIdentifier(ctx: TenantContext, companyId: string, id: string): Promise<CompanyIdentifier> {
  const found = await CompanyIdentifier.of(ctx).where({ companyId, id }).first();
  return found ?? fail('NOT_FOUND');
}

async function demote(ctx: TenantContext, companyId: string, identifierType: IdentifierType): Promise<void> {
  await CompanyIdentifier.of(ctx)
    .where({ companyId, identifierType, isPrimary: true })
    .patch({ isPrimary: false });
}

async function deleteIdentifier(ctx: TenantContext, identifier: CompanyIdentifier): Promise<void> {
  await CompanyIdentifier.of(ctx).where({ id: identifier.id }).delete();
}

async function promote(
  ctx: TenantContext,
  companyId: string,
  type: IdentifierType,
): Promise<CompanyIdentifier | undefined> {
  const oldest = (await identifiersOf(ctx, companyId)).find((candidate) => candidate.identifierType === type);
  if (oldest)
    await CompanyIdentifier.of(ctx).where({ id: oldest.id }).patch({ isPrimary: true, updatedAt: ctx.now });
  return oldest;
}

async function emitIdentifier(
  ctx: TenantContext,
  event: 'company.identifier_added' | 'company.identifier_updated' | 'company.identifier_removed',
  company: Company,
  identifier: CompanyIdentifier,
  before?: CompanyIdentifier,
): Promise<void> {
  await emit(ctx, event, {
    object: { id: identifier.id },
    label: identifier.value,
    ...(before && { before: before.toJSON(), after: identifier.toJSON() }),
    links: [{ entity: 'company', id: company.id }],
    data: { company_id: company.id, identifier_type: identifier.identifierType, value: identifier.value },
  });
}
