// Derives the rows of projects, milestones and links from the rows of a project-management export.
import type { TenantContext } from '../../context.ts';
import type { ExportedPerson } from './board-table.ts';
import { type ColumnMapping, type Import, ImportRow, type PmFound } from './model.ts';
import { checkLinks } from './pm-links.ts';
import { type DerivedRow, type PlacedRow, PmOutline } from './pm-outline.ts';
import { PmRowReader } from './pm-row-reader.ts';

/** Rows in one statement. */
const PAGE = 1_000;
/** The most values of a kind that are shown; a mapping that has more is refused. */
export const MAX_VALUES = 500;

/** How the rows of a file are read. */
export interface Reading {
  title: string;
  columns: readonly ColumnMapping[];
  company: string | null;
  people: ReadonlyMap<string, ExportedPerson>;
}

/** What was found, and how many rows there are with the derived ones. */
export interface Structure {
  found: PmFound;
  total: number;
}

/** Derives the rows anew; those of the file keep their numbers and cells, and are unplanned again. */
export async function structureRows(
  ctx: TenantContext,
  imported: Import,
  reading: Reading,
): Promise<Structure> {
  const removed = await ctx.tx.rows(
    'delete from import_rows where tenant_id = $1 and import_id = $2 and parts is not null returning row_number',
    [ctx.tenantId, imported.id],
  );
  const rows = imported.counts.total - removed.length;
  const outline = new PmOutline(new PmRowReader(imported.columns, reading.columns, reading.company));
  for (let after = 0; ; ) {
    const page = (await ImportRow.of(ctx)
      .where({ importId: imported.id })
      .where('row_number', '>', after)
      .orderBy('row_number')
      .limit(PAGE)) as unknown as ImportRow[];
    if (page.length === 0) break;
    after = page.at(-1)!.rowNumber;
    await placeRows(
      ctx,
      imported.id,
      page.map(({ rowNumber, line, cells }) => outline.add(rowNumber, line, cells ?? [])),
    );
  }
  const derived = outline.derived();
  await insertDerived(ctx, imported.id, rows, derived);
  const faults = [...(await checkLinks(ctx, imported.id)).values()];
  const links = {
    total: derived.filter(({ kind }) => kind === 'link').length,
    unresolved: faults.filter(({ code }) => code === 'UNKNOWN_REFERENCE').length,
    cyclic: faults.filter(({ code }) => code === 'DEPENDENCY_CYCLE').length,
  };
  const { projects, statuses, priorities } = outline.values();
  const found = {
    ...{ title: reading.title, projects: projects.slice(0, MAX_VALUES), links, columns: imported.columns },
    ...{ statuses: statuses.slice(0, MAX_VALUES + 1), priorities: priorities.slice(0, MAX_VALUES + 1) },
    people: await findPeople(ctx, outline.people().slice(0, MAX_VALUES), reading.people),
  };
  return { found, total: rows + derived.length };
}

async function placeRows(ctx: TenantContext, importId: string, rows: PlacedRow[]): Promise<void> {
  const wire = rows.map(({ rowNumber, kind, keys, isClosed }) => ({
    ...{ row_number: rowNumber, kind, keys, status: isClosed ? 'excluded' : 'pending' },
  }));
  await ctx.tx.rows(
    `update import_rows r set kind = n.kind, keys = n.keys, action = null, errors = '[]',
       status = case when r.fixed_by is not null and r.status = 'excluded' then r.status else n.status end
     from jsonb_to_recordset($3::jsonb) as n(row_number int, kind text, keys text[], status text)
     where r.tenant_id = $1 and r.import_id = $2 and r.row_number = n.row_number`,
    [ctx.tenantId, importId, JSON.stringify(wire)],
  );
}

async function insertDerived(
  ctx: TenantContext,
  importId: string,
  before: number,
  rows: readonly DerivedRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += PAGE) {
    const wire = rows
      .slice(at, at + PAGE)
      .map((row, index) => ({ ...row, row_number: before + at + index + 1 }));
    await ctx.tx.rows(
      `insert into import_rows (tenant_id, import_id, row_number, line, kind, status, parts, keys)
       select $1, $2, n.row_number, n.line, n.kind, 'pending', n.parts, n.keys
       from jsonb_to_recordset($3::jsonb) as n(row_number int, line int, kind text, parts jsonb, keys text[])`,
      [ctx.tenantId, importId, JSON.stringify(wire)],
    );
  }
}

/** Returns the people of a file with the members whose mail address is theirs. */
async function findPeople(
  ctx: TenantContext,
  keys: readonly string[],
  known: ReadonlyMap<string, ExportedPerson>,
): Promise<PmFound['people']> {
  const people = keys.map((key) => {
    const email = /[^\s<]+@[^\s>]+\.[^\s>]+/.exec(key)?.[0] ?? null;
    return { key, ...(known.get(key) ?? { name: key, email }) };
  });
  const emails = people.flatMap(({ email }) => (email ? [email.toLowerCase()] : []));
  const members = await ctx.tx.rows<{ id: string; email: string }>(
    `select u.id, lower(u.email) as email from memberships m join users u on u.id = m.user_id
     where m.tenant_id = $1 and m.status = 'active' and lower(u.email) = any($2::text[])`,
    [ctx.tenantId, emails],
  );
  const ids = new Map(members.map(({ id, email }) => [email, id]));
  return people.map((one) => ({ ...one, userId: (one.email && ids.get(one.email.toLowerCase())) ?? null }));
}

/** Returns the people of an import as the file describes them. */
export function knownPeople({ people }: PmFound): Map<string, ExportedPerson> {
  return new Map(people.map(({ key, name, email }) => [key, { name, email }]));
}
