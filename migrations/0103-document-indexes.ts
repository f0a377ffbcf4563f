// Indexes of commercial documents: of their sort keys, and of the companies and contacts that merges move.
import type { Knex } from 'knex';

const DOCUMENTS = ['quotes', 'work_orders', 'invoices'];

export async function up(knex: Knex): Promise<void> {
  for (const table of DOCUMENTS)
    await knex.raw(`
      create index ${table}_company_all on ${table} (tenant_id, company_id);
      create index ${table}_contact_all on ${table} (tenant_id, contact_id) where contact_id is not null;
    `);
  await knex.raw(`
    call sort_records('quotes', array['number'], array['status', 'issue_date', 'total', 'valid_until']);
    call sort_records('work_orders', array['number'], array['status', 'issue_date', 'total', 'scheduled_start']);
    call sort_records('invoices', array['number'], array['status', 'issue_date', 'total', 'due_date', 'balance']);
    create trigger client_credits_company_id_merged after insert or update of company_id on client_credits
      for each row when (new.company_id is not null) execute function refuse_merged('company_id', 'companies');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger client_credits_company_id_merged on client_credits');
  const keys: Record<string, string> = {
    quotes: 'valid_until',
    work_orders: 'scheduled_start',
    invoices: 'due_date',
  };
  for (const table of DOCUMENTS)
    await knex.raw(`
      drop index ${table}_company_all, ${table}_contact_all, ${table}_by_number, ${table}_by_status,
        ${table}_by_issue_date, ${table}_by_total, ${table}_by_${keys[table]};
    `);
  await knex.raw('drop index invoices_by_balance');
}
