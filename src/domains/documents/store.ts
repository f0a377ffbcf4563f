// Stores documents with their lines, and answers dry runs without storing anything.
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { actorOf } from '../../db/actor.ts';
import { fail } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit, type Link } from '../../events/emit.ts';
import { allOf, type WholeRelation } from '../../lists/loaders.ts';
import { snakeCase } from '../../naming.ts';
import { formatMoney } from '../money.ts';
import type { RecordKind } from '../records/kind.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { assertExpectedTotal } from './amounts.ts';
import { type CommercialDocument, DocumentConversion, DocumentLine, type LineOwner } from './document.ts';
import { plainDecimal } from './exact.ts';

const byPosition = (table: string) => `${table}.position, ${table}.id`;

/** The lines of documents, in order. */
export const linesOf: Readonly<Record<LineOwner, WholeRelation<DocumentLine>>> = {
  quoteId: allOf<DocumentLine>(DocumentLine, 'quoteId', 'quote_id', byPosition),
  workOrderId: allOf<DocumentLine>(DocumentLine, 'workOrderId', 'work_order_id', byPosition),
  invoiceId: allOf<DocumentLine>(DocumentLine, 'invoiceId', 'invoice_id', byPosition),
};

/** Conversions that still count, oldest first. */
export async function liveConversions(
  ctx: TenantContext,
  column: 'quoteId' | 'workOrderId',
  id: string,
): Promise<DocumentConversion[]> {
  return (await DocumentConversion.of(ctx)
    .where({ [column]: id })
    .whereNull('releasedAt')
    .orderBy('id')) as unknown as DocumentConversion[];
}

/** Returns the lines of a document as they are stored now. */
export async function storedLines(ctx: TenantContext, owner: LineOwner, id: string): Promise<DocumentLine[]> {
  const rows = await ctx.tx.rows<object>(
    `select * from document_lines where tenant_id = $1 and ${snakeCase(owner)} = $2 order by position`,
    [ctx.tenantId, id],
    'generic',
  );
  return rows.map((row) => DocumentLine.fromDatabaseJson(row) as DocumentLine);
}

/** Inserts the lines of a new document. */
export function insertLines(
  ctx: TenantContext,
  owner: LineOwner,
  documentId: string,
  lines: readonly object[],
): Promise<DocumentLine[]> {
  return DocumentLine.insertAll(
    ctx,
    lines.map((line) => ({ ...plain(line), [owner]: documentId })),
  );
}

function plain(line: object): Partial<DocumentLine> {
  const {
    tenantId: _,
    createdAt: _c,
    updatedAt: _u,
    quoteId: _q,
    workOrderId: _w,
    invoiceId: _i,
    ...rest
  } = line as DocumentLine;
  return rest;
}

/** Returns whether lines are stored as they would be written. */
export function sameLines(before: readonly DocumentLine[], after: readonly object[]): boolean {
  const comparable = (line: object) =>
    Object.fromEntries(
      Object.entries(plain(line)).map(([name, value]) => [name, comparableText(name, value)]),
    );
  return isDeepStrictEqual(before.map(comparable), after.map(comparable));
}

/**
 * Changes a document and its lines; a change of nothing leaves no trace.
 * @param lines the new lines with the stored ones; absent if they stay
 */
export async function changeDocument<D extends CommercialDocument>(
  ctx: TenantContext,
  kind: RecordKind<D>,
  before: Locked<D>,
  patch: Record<string, unknown>,
  options: {
    lines?: { owner: LineOwner; before: readonly DocumentLine[]; after: readonly object[] };
    event?: EventType;
    data?: Record<string, unknown>;
    links?: Link[];
  } = {},
): Promise<D> {
  const { lines, event = `${kind.name}.updated` as EventType, data, links = kind.links(before) } = options;
  if (!lines || sameLines(lines.before, lines.after))
    return changeRecord(ctx, kind, before, patch, { event, links, ...(data && { data }) });
  await DocumentLine.of(ctx)
    .where({ [lines.owner]: before.id })
    .delete();
  await insertLines(ctx, lines.owner, before.id, lines.after);
  const after = await (before as CommercialDocument).changeVersion(ctx, patch);
  await emit(ctx, event, {
    object: after,
    label: after.title,
    before: before.toJSON(),
    after: after.toJSON(),
    withheld: kind.withheld,
    links,
    ...(data && { data }),
  });
  return after as D;
}

/** Returns a document as it would be, without storing it. */
export function dryDocument<D extends CommercialDocument>(
  ctx: TenantContext,
  kind: RecordKind<D>,
  owner: LineOwner,
  fields: Record<string, unknown>,
  lines: readonly object[],
): D {
  const id = uuid();
  const actor = actorOf(ctx.principal);
  const document = Object.assign(new kind.model(), {
    ...fields,
    id,
    tenantId: ctx.tenantId,
    number: null,
    version: 0,
    createdAt: null,
    updatedAt: ctx.now,
    createdBy: actor,
    updatedBy: actor,
    deletedAt: null,
    isDryRun: true,
  }) as unknown as D;
  linesOf[owner].prime(
    ctx,
    id,
    lines.map((line) => Object.assign(new DocumentLine(), plain(line), { [owner]: id })),
  );
  return document;
}

/** The timelines that show the changes of a document. */
export function documentLinks(
  entity: string,
  {
    id,
    companyId,
    contactId,
    dealId,
    projectId,
  }: Pick<CommercialDocument, 'id' | 'companyId' | 'contactId' | 'dealId' | 'projectId'>,
): Link[] {
  return [
    { entity, id },
    ...(companyId ? [{ entity: 'company', id: companyId }] : []),
    ...(contactId ? [{ entity: 'contact', id: contactId }] : []),
    ...(dealId ? [{ entity: 'deal', id: dealId }] : []),
    ...(projectId ? [{ entity: 'project', id: projectId }] : []),
  ];
}

/** The members that can change once a document is sent or issued. */
const INTERNAL = new Set(['internalNotes', 'tags', 'customFields', 'expectedTotal']);

/** Refuses a change of a sent or issued document. @throws DOCUMENT_IMMUTABLE with the members that would change; TOTAL_MISMATCH */
export function assertOnlyInternal(
  document: CommercialDocument,
  lines: readonly DocumentLine[],
  input: Record<string, unknown>,
): void {
  const fields = changedMembers(document, lines, input).map(snakeCase);
  if (fields.length) fail('DOCUMENT_IMMUTABLE', undefined, { details: { fields } });
  const { total, currency } = document;
  assertExpectedTotal(
    input.expectedTotal as string | null | undefined,
    formatMoney(total, currency),
    currency,
  );
}

/** Returns the members of an input, besides those that are internal, that would change a stored document. */
export function changedMembers(
  document: CommercialDocument,
  lines: readonly DocumentLine[],
  input: Record<string, unknown>,
): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (INTERNAL.has(name) || value === undefined) return [];
    const stored =
      name === 'lines'
        ? lines
        : name === 'buyer'
          ? document.buyerInput
          : document[name as keyof CommercialDocument];
    return includes(stored, value, name) ? [] : [name];
  });
}

/** The members that are decimals: of them, "1.50" is the same as "1.5". */
const DECIMALS = new Set([
  'exchangeRate',
  'quantity',
  'unitPrice',
  'value',
  'rate',
  'gross',
  'discountAmount',
  'net',
  'discountShare',
  'quantityDelivered',
  'quantityInvoiced',
]);

/** Returns a value of a member in the form in which it is compared. */
function comparableText(name: string, value: unknown): unknown {
  return typeof value === 'string' && DECIMALS.has(name) ? plainDecimal(value) : (value ?? null);
}

/** Returns whether stored values are those given; members that are not given do not matter. */
function includes(stored: unknown, given: unknown, name: string): boolean {
  if (Array.isArray(given))
    return (
      Array.isArray(stored) &&
      stored.length === given.length &&
      given.every((one, index) => includes(stored[index], one, name))
    );
  if (stored instanceof Date || given instanceof Date) return Number(stored) === Number(given);
  if (given !== null && typeof given === 'object')
    return (
      stored !== null &&
      typeof stored === 'object' &&
      Object.entries(given).every(([member, value]) =>
        includes((stored as Record<string, unknown>)[member], value, member),
      )
    );
  return comparableText(name, stored) === comparableText(name, given);
}

/** Returns the error for a transition that the state of a document does not allow. */
export function failTransition(from: string, to: string, allowed: readonly string[]): never {
  return fail('INVALID_STATE_TRANSITION', `The document is ${from}, so it cannot become ${to}.`, {
    details: { from, to, allowed },
  });
}
