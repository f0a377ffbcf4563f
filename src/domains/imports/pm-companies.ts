// Finds the clients of imported projects: one for all, or the one that a column names.
import type { TenantContext } from '../../context.ts';
import { CellError, rowError } from './cells.ts';
import { LookUps, lookUpKey } from './look-ups.ts';
import type { ImportRow, PmMapping, RowError } from './model.ts';

/** The values by which a company is found, the first that finds one decides. */
const BY = ['id', 'client_number', 'domain', 'name'];

type Company = { id: string } | { error: RowError };

/** Returns the company of each project by its row number. */
export async function findProjectCompanies(
  ctx: TenantContext,
  { company_id: id, company_column: column }: PmMapping,
  rows: readonly ImportRow[],
): Promise<Map<number, Company>> {
  if (id !== null) return new Map(rows.map(({ rowNumber }) => [rowNumber, { id }]));
  const lookUps = new LookUps();
  const wanted = new Map<number, { by: string; key: string }[]>();
  for (const { rowNumber, parts } of rows) wanted.set(rowNumber, await keysOf(ctx, parts!.company ?? ''));
  for (const { by, key } of [...wanted.values()].flat()) lookUps.want('company', by, key);
  await lookUps.run(ctx);
  return new Map(
    rows.map(({ rowNumber, parts }): [number, Company] => {
      const found = wanted
        .get(rowNumber)!
        .map(({ by, key }) => lookUps.of('company', by, key))
        .find((companies) => companies.length > 0);
      if (found?.length === 1) return [rowNumber, { id: found[0]!.id }];
      const fault = found
        ? { code: 'AMBIGUOUS_MATCH', message: `${found.length} companies have this name; give its number.` }
        : { code: 'UNKNOWN_REFERENCE', message: 'There is no client with this number, domain or name.' };
      return [rowNumber, { error: rowError(column, 'company', fault, parts!.company ?? null) }];
    }),
  );
}

async function keysOf(ctx: TenantContext, value: string): Promise<{ by: string; key: string }[]> {
  const keys: { by: string; key: string }[] = [];
  if (!value) return keys;
  for (const by of BY) {
    try {
      keys.push({ by, key: await lookUpKey(ctx, 'company', by, value) });
    } catch (error) {
      // A name is no id, and most are no domain.
      if (!(error instanceof CellError)) throw error;
    }
  }
  return keys;
}
