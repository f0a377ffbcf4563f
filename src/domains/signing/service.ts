// The header of envelopes and templates: listing, creating, changing and deleting them.
import { v7 as uuid } from 'uuid';
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { type FieldFault, fail, invalid, ServiceError } from '../../errors.ts';
import type { FilterTree, ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import {
  changeRecord,
  type Deletion,
  deleteRecord,
  insertRecord,
  type Locked,
  lockRecord,
} from '../records/verbs.ts';
import { normalizeTags } from '../tags.ts';
import { addEvidence } from './evidence.ts';
import { reopen, settleExpiry, settleOnRead } from './expiry.ts';
import { envelopeKind } from './kind.ts';
import { Envelope, EnvelopeDocument, EnvelopeField, type Reminder } from './model.ts';
import { readProvider } from './provider.ts';
import { MAX_EXPIRY_MS, statusAt } from './rules.ts';

export interface EnvelopeInput {
  kind?: 'envelope' | 'template' | null;
  title?: string | null;
  message?: string | null;
  companyId?: string | null;
  dealId?: string | null;
  projectId?: string | null;
  expiresAt?: Date | null;
  routing?: 'sequential' | 'parallel' | null;
  declinePolicy?: 'stop' | 'continue' | null;
  reminder?: Reminder | null;
  provider?: string | null;
  tags?: string[] | null;
  documents?: string[] | null;
}

/** Returns an envelope, after its expiry has been settled. @throws NOT_FOUND */
export async function getEnvelope(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Envelope> {
  const envelope = await Envelope.read<Envelope>(ctx, id, lookahead);
  return (await settleOnRead(ctx, envelope)) ? Envelope.read(ctx, id, lookahead) : envelope;
}

/** Returns a page of envelopes and templates; their status is that of now. */
export function listEnvelopes(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Envelope>> {
  const now = ctx.now.toISOString();
  const filter = withNow((args.filter ?? {}) as Record<string, object>, now);
  const tree = args.tree && treeWithNow(args.tree, now);
  return listPage<Envelope>(ctx, envelopeKind.listing, { ...args, filter, ...(tree && { tree }) }, lookahead);
}

function withNow(conditions: Record<string, object>, now: string): Record<string, object> {
  return conditions.status ? { ...conditions, status: { ...conditions.status, now } } : conditions;
}

function treeWithNow(tree: FilterTree, now: string): FilterTree {
  if ('and' in tree) return { and: tree.and.map((part) => treeWithNow(part, now)) };
  if ('or' in tree) return { or: tree.or.map((part) => treeWithNow(part, now)) };
  if ('not' in tree) return { not: treeWithNow(tree.not, now) };
  return 'conditions' in tree ? { conditions: withNow(tree.conditions, now) as never } : tree;
}

/** Creates a draft envelope or a template. @throws VALIDATION_ERROR, COMPANY_MISMATCH */
export async function createEnvelope(
  ctx: TenantContext,
  input: EnvelopeInput,
  more: Partial<Pick<Envelope, 'sourceType' | 'sourceId'>> = {},
): Promise<Envelope> {
  if (input.documents !== undefined)
    throw invalid('documents', 'own_route', 'Add documents by POST /api/signing/{id}/documents.');
  const fields = await readHeader(ctx, input);
  const envelope = await insertRecord(ctx, envelopeKind, {
    id: uuid(),
    kind: input.kind ?? 'envelope',
    status: 'draft',
    ...fields,
    ...more,
  });
  await addEvidence(ctx, envelope.id, [{ type: 'created', data: { title: envelope.title } }]);
  return envelope;
}

/** Members that may change after sending. */
const ALWAYS: readonly (keyof EnvelopeInput)[] = ['expiresAt', 'tags'];

/**
 * Changes a draft; of an envelope that was sent only deadline and tags.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PRECONDITION_REQUIRED, ENVELOPE_NOT_EDITABLE, VALIDATION_ERROR, COMPANY_MISMATCH
 */
export async function updateEnvelope(
  ctx: TenantContext,
  id: string,
  input: EnvelopeInput,
  expectedVersion?: number | null,
): Promise<Envelope> {
  const before = await lockEnvelope(ctx, id, expectedVersion);
  if (before.status !== 'draft') return updateSent(ctx, before, input);
  if (expectedVersion == null) fail('PRECONDITION_REQUIRED');
  if (input.kind && input.kind !== before.kind)
    throw invalid('kind', 'read_only', 'The kind never changes; create another one.');
  const isReordered = input.documents != null && (await orderDocuments(ctx, id, input.documents));
  const patch = await readHeader(ctx, input, before);
  return changeRecord(ctx, envelopeKind, before, patch, { changesParts: isReordered });
}

async function updateSent(
  ctx: TenantContext,
  before: Locked<Envelope>,
  { ...input }: EnvelopeInput,
): Promise<Envelope> {
  const given = (Object.keys(input) as (keyof EnvelopeInput)[]).filter((name) => input[name] !== undefined);
  const fixed = given.filter((name) => !ALWAYS.includes(name));
  if (fixed.length) fail('ENVELOPE_NOT_EDITABLE', undefined, { details: { status: before.status } });
  const tags = input.tags === undefined ? {} : { tags: normalizeTags(input.tags ?? []) };
  if (input.expiresAt === undefined || input.expiresAt?.getTime() === before.expiresAt?.getTime())
    return changeRecord(ctx, envelopeKind, before, tags);
  const expiresAt = readExpiry(ctx, input.expiresAt);
  if (!expiresAt) throw invalid('expires_at', 'required', 'An envelope that was sent keeps a deadline.');
  if (before.status === 'expired') {
    raiseRisk(ctx, 'signing');
    return reopen(ctx, before, expiresAt, tags);
  }
  if (!['sent', 'partially_signed'].includes(before.status))
    fail('ENVELOPE_NOT_EDITABLE', undefined, { details: { status: before.status } });
  await addEvidence(ctx, before.id, [{ type: 'extended', data: { expires_at: expiresAt.toISOString() } }]);
  return changeRecord(ctx, envelopeKind, before, { ...tags, expiresAt });
}

/** Locks an envelope for a write, after its expiry has been settled. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function lockEnvelope(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<Envelope>> {
  const envelope = await lockRecord(ctx, envelopeKind, id, { expectedVersion });
  return statusAt(envelope, ctx.now) === envelope.status
    ? envelope
    : ((await settleExpiry(ctx, envelope)) as Locked<Envelope>);
}

/** Locks a draft. @throws NOT_FOUND, PRECONDITION_FAILED, ENVELOPE_NOT_EDITABLE */
export async function lockDraft(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<Envelope>> {
  const envelope = await lockEnvelope(ctx, id, expectedVersion);
  if (envelope.status !== 'draft')
    fail('ENVELOPE_NOT_EDITABLE', undefined, { details: { status: envelope.status } });
  return envelope;
}

/** Deletes a draft or template. @throws NOT_FOUND, PRECONDITION_FAILED, ENVELOPE_NOT_EDITABLE */
export async function deleteEnvelope(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const envelope = await lockRecord(ctx, envelopeKind, id, { expectedVersion });
  if (envelope.status !== 'draft')
    fail('ENVELOPE_NOT_EDITABLE', 'Only drafts and templates can be deleted.', {
      details: { status: envelope.status },
    });
  const deletion = await deleteRecord(ctx, envelopeKind, envelope);
  await EnvelopeField.of(ctx).where({ envelopeId: id }).delete();
  await EnvelopeDocument.of(ctx).where({ envelopeId: id }).delete();
  return deletion;
}

/** Returns the deadline that an input sets. @throws VALIDATION_ERROR range */
export function readExpiry(
  ctx: TenantContext,
  expiresAt: Date | null | undefined,
  path = 'expires_at',
): Date | null {
  if (!expiresAt) return null;
  const distance = expiresAt.getTime() - ctx.now.getTime();
  if (distance <= 0 || distance > MAX_EXPIRY_MS)
    throw invalid(path, 'range', 'The deadline must be in the future, at most 365 days ahead.');
  return expiresAt;
}

const DEFAULTS = { routing: 'sequential', declinePolicy: 'stop', provider: 'internal' } as const;

/** Returns the columns that an input sets. */
async function readHeader(
  ctx: TenantContext,
  input: EnvelopeInput,
  before?: Envelope,
): Promise<Record<string, unknown>> {
  const { title, message, expiresAt, reminder, tags } = input;
  const clean = title?.trim();
  if ((!before || title !== undefined) && !clean)
    throw invalid('title', 'required', 'An envelope needs a title.');
  const choices = Object.entries(DEFAULTS).flatMap(([name, fallback]) => {
    const value = input[name as keyof typeof DEFAULTS];
    return value === undefined && before ? [] : [[name, value ?? fallback]];
  });
  const fields: Record<string, unknown> = Object.fromEntries(choices);
  if (input.provider) fields.provider = await readProvider(ctx, input.provider);
  const isSame = expiresAt?.getTime() === before?.expiresAt?.getTime();
  return {
    ...fields,
    ...(clean && { title: clean }),
    ...(message !== undefined && { message: message?.trim() || null }),
    ...(expiresAt !== undefined && {
      expiresAt: isSame && expiresAt ? expiresAt : readExpiry(ctx, expiresAt),
    }),
    ...(reminder !== undefined && { reminder }),
    ...(tags !== undefined && { tags: normalizeTags(tags ?? []) }),
    ...(await readSubject(ctx, input, before)),
  };
}

/** Returns company, deal and project; without a company that of the deal or project. */
async function readSubject(ctx: TenantContext, input: EnvelopeInput, before?: Envelope) {
  const isGiven = (['companyId', 'dealId', 'projectId'] as const).some((name) => input[name] !== undefined);
  if (!isGiven) return {};
  const wanted = {
    companyId: input.companyId === undefined ? (before?.companyId ?? null) : input.companyId,
    dealId: input.dealId === undefined ? (before?.dealId ?? null) : input.dealId,
    projectId: input.projectId === undefined ? (before?.projectId ?? null) : input.projectId,
  };
  const [found] = await ctx.tx.rows<
    Record<'company' | 'deal' | 'project', { companyId: string | null } | null>
  >(SELECT_SUBJECT, [ctx.tenantId, wanted.companyId, wanted.dealId, wanted.projectId]);
  const missing = (['company', 'deal', 'project'] as const).find(
    (name) => input[`${name}Id`] && !found![name],
  );
  if (missing) throw invalid(`${missing}_id`, 'exists', `There is no such ${missing}.`);
  const companyId = wanted.companyId ?? found!.deal?.companyId ?? found!.project?.companyId ?? null;
  const mismatched = (['deal', 'project'] as const).filter((name) => {
    const of = found![name]?.companyId;
    return of && of !== companyId;
  });
  if (mismatched.length) throw companyMismatch(mismatched);
  return { ...wanted, companyId };
}

const SELECT_SUBJECT = `
  select
    (select json_build_object('companyId', c.id) from companies c
     where c.tenant_id = $1 and c.id = $2 and c.deleted_at is null) as company,
    (select json_build_object('companyId', d.company_id) from deals d
     where d.tenant_id = $1 and d.id = $3 and d.deleted_at is null) as deal,
    (select json_build_object('companyId', p.company_id) from projects p
     where p.tenant_id = $1 and p.id = $4 and p.deleted_at is null) as project`;

function companyMismatch(names: readonly string[]): ServiceError {
  const fields = names.map(
    (name): FieldFault => ({
      path: `${name}_id`,
      rule: 'company_mismatch',
      message: 'It belongs to another company than the envelope.',
    }),
  );
  return new ServiceError('COMPANY_MISMATCH', undefined, { fields });
}

/** Puts the documents in order and removes those that are left out. @returns whether anything changed */
async function orderDocuments(ctx: TenantContext, id: string, wanted: readonly string[]): Promise<boolean> {
  const ids = wanted.map((one) => one.toLowerCase());
  const stored = (await EnvelopeDocument.of(ctx)
    .where({ envelopeId: id })
    .orderBy('position')) as unknown as EnvelopeDocument[];
  const unknown = ids.findIndex(
    (one, index) => ids.indexOf(one) !== index || !stored.some((document) => document.id === one),
  );
  if (unknown >= 0)
    throw invalid(`documents[${unknown}]`, 'exists', 'Name each document of the envelope at most once.');
  if (stored.length === ids.length && stored.every((document, index) => document.id === ids[index]))
    return false;
  const removed = stored.filter((document) => !ids.includes(document.id)).map((document) => document.id);
  await EnvelopeField.of(ctx).where({ envelopeId: id }).whereIn('documentId', removed).delete();
  await EnvelopeDocument.of(ctx).where({ envelopeId: id }).whereIn('id', removed).delete();
  await ctx.tx.rows(
    `update envelope_documents d set position = place - 1
     from unnest($3::uuid[]) with ordinality as ordered(id, place)
     where d.tenant_id = $1 and d.envelope_id = $2 and d.id = ordered.id`,
    [ctx.tenantId, id, ids],
  );
  return true;
}
