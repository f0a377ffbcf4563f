// Inserts the documents of a demo workspace. The database keeps lines of sent and issued documents as they are, so documents
// get their states once the lines are there.
import type { Knex } from 'knex';
import { enqueue } from '../jobs/queue.ts';
import type { Row } from './companies.ts';
import type { CommercialRows } from './document-draw.ts';
import { insert } from './insert.ts';

/** Inserts the documents of a workspace; jobs render the PDFs of those that were sent or issued. */
export async function insertCommercial(db: Knex, tenantId: string, rows: CommercialRows): Promise<void> {
  await insert(db, 'number_series', rows.number_series);
  await insert(db, 'number_ledger', rows.number_ledger);
  await insert(db, 'quotes', rows.quotes.map(asDraft));
  await insert(db, 'work_orders', rows.work_orders);
  await insert(
    db,
    'invoices',
    rows.invoices.map((row) => ({ ...asDraft(row), number: null, balance: draftBalance(row) })),
  );
  await insert(db, 'document_lines', rows.document_lines);
  await setStates(db, tenantId, 'quotes', 'status = r.status', rows.quotes);
  const columns = 'status = r.status, number = r.number, balance = r.balance';
  await setStates(db, tenantId, 'invoices', columns, rows.invoices);
  await insert(db, 'work_order_deliveries', rows.work_order_deliveries);
  await insert(db, 'invoice_payments', rows.invoice_payments);
  await insert(db, 'credit_applications', rows.credit_applications);
  for (const kind of ['quote', 'invoice'] as const)
    for (const { id, status } of rows[`${kind}s`])
      if (status !== 'draft')
        await enqueue({ db, tenantId, requestId: 'demo' }, 'pdf_render', { kind, id }, { key: String(id) });
}

function asDraft(row: Row): Row {
  return { ...row, status: 'draft' };
}

/** Drafts owe what is left; a void invoice owed all of it, and a credit note never owes. */
function draftBalance({ document_type, status, total, balance }: Row): unknown {
  if (document_type === 'credit_note') return '0';
  return status === 'void' ? total : balance;
}

async function setStates(
  db: Knex,
  tenantId: string,
  table: string,
  columns: string,
  rows: readonly Row[],
): Promise<void> {
  await db.raw(
    `update ${table} d set ${columns} from jsonb_to_recordset(?) r(id uuid, status text, number text, balance numeric)
     where d.tenant_id = ? and d.id = r.id`,
    [JSON.stringify(rows), tenantId],
  );
}
