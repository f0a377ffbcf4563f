// Pictures of one record in sections: what the caller may read of it comes in one statement (crm.md section 1, Dossier).
import { type SkippedSection, sectionRefusal } from '../../access/sections.ts';
import type { TenantContext } from '../../context.ts';
import { mapWithConcurrency, ReadTimeout, readWithin } from '../../db/bounded.ts';
import type { Lookahead, RecordModel } from '../../db/record-model.ts';
import type { Transaction } from '../../db/transaction.ts';
import { fail } from '../../errors.ts';
import type { Relation } from '../../lists/loaders.ts';
import { clientOfCompany } from '../clients/loaders.ts';
import { companyById } from '../companies/loaders.ts';
import type { ClientOverview, CompanyDossier } from './model.ts';

const SECTION_TIMEOUT_MS = 800;
/** The number of sections that are read concurrently, if they have to be read separately. */
const MAX_CONCURRENT_SECTIONS = 3;

/** The selected fields of a dossier (operations/selection.ts). */
export interface SectionSelection {
  has(field: string): boolean;
  without(fields: readonly string[]): Lookahead;
}

/** The record that a dossier is about. */
interface DossierSubject {
  /** Name of the dossier type in the schema. */
  type: string;
  record: Relation<Promise<RecordModel | null> | null>;
}

const COMPANY: DossierSubject = { type: 'CompanyDossier', record: companyById };
const CLIENT: DossierSubject = { type: 'ClientOverview', record: clientOfCompany };

/** Returns the dossier of a company. @throws NOT_FOUND, with `merged_into_id` if the company was merged away */
export async function getCompanyDossier(
  ctx: TenantContext,
  id: string,
  selection: SectionSelection,
): Promise<CompanyDossier> {
  return { ...(await readDossier(ctx, COMPANY, id, selection)), generatedAt: ctx.now };
}

/**
 * Returns the overview of a client (delivery.md section 2.1).
 * @throws NOT_FOUND, also for a company that is not a client
 */
export function getClientOverview(
  ctx: TenantContext,
  id: string,
  selection: SectionSelection,
): Promise<ClientOverview> {
  return readDossier(ctx, CLIENT, id, selection);
}

/**
 * Reads all sections in one statement. If that takes too long, reads each one separately, so that only slow ones are
 * missing.
 */
async function readDossier(
  ctx: TenantContext,
  subject: DossierSubject,
  id: string,
  selection: SectionSelection,
): Promise<{ id: string; skipped: SkippedSection[] }> {
  const sections = ctx.services.sections.get(subject.type)!;
  const reasons = new Map<string, SkippedSection['reason']>();
  for (const section of sections) {
    const refusedPart = sectionRefusal(ctx, section);
    if (refusedPart) reasons.set(section.field, refusedPart.code as SkippedSection['reason']);
  }
  const readable = sections.map(({ field }) => field).filter((field) => !reasons.has(field));
  const readSections = (tx: Transaction, fields: string[]) => {
    const others = sections.map(({ field }) => field).filter((field) => !fields.includes(field));
    return readRow(ctx, tx, subject.record, id, selection.without(others));
  };
  const readSeparately = async () => {
    const row = await readSections(ctx.tx, []);
    const parts = await mapWithConcurrency(
      readable.filter(selection.has),
      MAX_CONCURRENT_SECTIONS,
      async (field) => {
        const part = await orTimeout(readWithin(ctx, SECTION_TIMEOUT_MS, (tx) => readSections(tx, [field])));
        if (part === 'timed_out') reasons.set(field, 'TIMEOUT');
        return part === 'timed_out' ? {} : part;
      },
    );
    return Object.assign({}, row, ...parts);
  };
  const allSections = await orTimeout(
    readWithin(ctx, SECTION_TIMEOUT_MS, (tx) => readSections(tx, readable)),
  );
  const row = allSections === 'timed_out' ? await readSeparately() : allSections;
  const skipped = sections.flatMap(({ field, name }) => {
    const reason = reasons.get(field);
    return reason ? [{ section: name, reason }] : [];
  });
  return { ...row, skipped };
}

/** Reads the row of the record with the sections that lookahead selects. */
async function readRow(
  ctx: TenantContext,
  tx: Transaction,
  record: DossierSubject['record'],
  id: string,
  lookahead: Lookahead,
): Promise<{ id: string }> {
  const { where } = record.sql;
  const model = record.sql.model as typeof RecordModel;
  const table = model.tableName;
  const list = lookahead.select(['id']);
  // The condition makes PostgreSQL infer the type of $2, even if no section uses it.
  const rows = list
    ? await tx.rows<{ row: { id: string } }>(
        `select (select row_to_json(r) from (select ${list}) r) as row from ${table}
         where ${table}.tenant_id = $1 and ${where(table, '$3')} and $2::timestamptz is not null`,
        [ctx.tenantId, ctx.now, id],
      )
    : [];
  const row = list ? rows[0]?.row : await record(ctx, id);
  if (row) return row;
  await model.find(ctx, id);
  return fail('NOT_FOUND');
}

async function orTimeout<T>(work: Promise<T>): Promise<T | 'timed_out'> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ReadTimeout) return 'timed_out';
    throw error;
  }
}
