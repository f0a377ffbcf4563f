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

const SECTION_MS = 800;
/** Sections that are read at the same time once they have to be read one by one. */
const LANES = 3;

/** What of a picture is asked for (operations/selection.ts). */
export interface Choice {
  has(field: string): boolean;
  without(fields: readonly string[]): Lookahead;
}

/** The record that a picture is of. */
interface Subject {
  /** Name of the picture's type in the schema. */
  type: string;
  record: Relation<Promise<RecordModel | null> | null>;
}

const COMPANY: Subject = { type: 'CompanyDossier', record: companyById };
const CLIENT: Subject = { type: 'ClientOverview', record: clientOfCompany };

/** The picture of an account. @throws NOT_FOUND, with `merged_into_id` where the company was merged away */
export async function getCompanyDossier(
  ctx: TenantContext,
  id: string,
  choice: Choice,
): Promise<CompanyDossier> {
  return { ...(await readPicture(ctx, COMPANY, id, choice)), generatedAt: ctx.now };
}

/** The picture of a client (delivery.md section 2.1). @throws NOT_FOUND, for a company that is no client too */
export function getClientOverview(ctx: TenantContext, id: string, choice: Choice): Promise<ClientOverview> {
  return readPicture(ctx, CLIENT, id, choice);
}

/** All sections in one statement; where that takes too long each by itself, so that the slow ones alone are missing. */
async function readPicture(
  ctx: TenantContext,
  subject: Subject,
  id: string,
  choice: Choice,
): Promise<{ id: string; skipped: SkippedSection[] }> {
  const sections = ctx.services.sections.get(subject.type)!;
  const reasons = new Map<string, SkippedSection['reason']>();
  for (const section of sections) {
    const refused = sectionRefusal(ctx, section);
    if (refused) reasons.set(section.field, refused.code as SkippedSection['reason']);
  }
  const readable = sections.map(({ field }) => field).filter((field) => !reasons.has(field));
  const read = (tx: Transaction, fields: string[]) => {
    const others = sections.map(({ field }) => field).filter((field) => !fields.includes(field));
    return readRow(ctx, tx, subject.record, id, choice.without(others));
  };
  const readInParts = async () => {
    const row = await read(ctx.tx, []);
    const parts = await mapWithConcurrency(readable.filter(choice.has), LANES, async (field) => {
      const part = await orLate(readWithin(ctx, SECTION_MS, (tx) => read(tx, [field])));
      if (part === 'late') reasons.set(field, 'TIMEOUT');
      return part === 'late' ? {} : part;
    });
    return Object.assign({}, row, ...parts);
  };
  const whole = await orLate(readWithin(ctx, SECTION_MS, (tx) => read(tx, readable)));
  const row = whole === 'late' ? await readInParts() : whole;
  const skipped = sections.flatMap(({ field, name }) => {
    const reason = reasons.get(field);
    return reason ? [{ section: name, reason }] : [];
  });
  return { ...row, skipped };
}

/** The row of the record with what was looked ahead to. */
async function readRow(
  ctx: TenantContext,
  tx: Transaction,
  record: Subject['record'],
  id: string,
  lookahead: Lookahead,
): Promise<{ id: string }> {
  const { where } = record.sql;
  const model = record.sql.model as typeof RecordModel;
  const table = model.tableName;
  const list = lookahead.select(['id']);
  // Whether or not a section asks for the time, PostgreSQL wants to know what $2 is.
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

async function orLate<T>(work: Promise<T>): Promise<T | 'late'> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ReadTimeout) return 'late';
    throw error;
  }
}
