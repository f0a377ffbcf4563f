// Quotes, work orders and invoices with their lines: amounts that add up and documents that cannot be changed once they are
// sent or issued are rules of the database.
import type { Knex } from 'knex';

/** The columns that all documents have. */
const HEADER = `
  number text,
  title text not null generated always as (coalesce(number, 'Draft')) stored,
  status text not null,
  status_reason text,
  company_id uuid,
  contact_id uuid,
  deal_id uuid,
  project_id uuid,
  owner_user_id uuid references users,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  issue_date date,
  reference text check (length(reference) <= 120),
  po_number text check (length(po_number) <= 120),
  terms text check (length(terms) <= 20000),
  notes text check (length(notes) <= 20000),
  internal_notes text check (length(internal_notes) <= 20000),
  prices_include_tax boolean not null default false,
  tax_rounding text not null check (tax_rounding in ('per_rate', 'per_line')),
  discount jsonb,
  tax_groups jsonb not null default '[]',
  subtotal numeric(20, 4) not null default 0,
  discount_total numeric(20, 4) not null default 0,
  net_total numeric(20, 4) not null default 0,
  tax_total numeric(20, 4) not null default 0,
  rounding_adjustment numeric(20, 4) not null default 0,
  total numeric(20, 4) not null default 0,
  exchange_rate numeric(21, 8) check (exchange_rate > 0),
  seller jsonb,
  -- The buyer as of the last write, frozen when the document is sent or issued; and what the draft sets of it.
  buyer jsonb,
  buyer_input jsonb,
  source_type text,
  source_id uuid,
  locale text,
  tags text[] not null default '{}',
  -- What lists are searched by, besides number and references: the company and the lines.
  words text,
  pdf_file_id uuid,
  pdf_sha256 text,
  pdf_rendered_at timestamptz(3),
  constraint TABLE_total check (total = net_total + tax_total + rounding_adjustment),
  constraint TABLE_net check (prices_include_tax or net_total = subtotal - discount_total)`;

const header = (table: string) => HEADER.replaceAll('TABLE', table);

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table quotes (${header('quotes')},
      check (number is not null),
      check (status in ('draft', 'sent', 'accepted', 'declined', 'cancelled', 'superseded')),
      valid_until date not null,
      revision int not null default 1 check (revision > 0),
      -- The first revision; all revisions share it.
      root_id uuid not null,
      previous_revision_id uuid,
      sent_at timestamptz(3),
      viewed_at timestamptz(3),
      decided_at timestamptz(3),
      expired_at timestamptz(3),
      decision jsonb,
      document_hash text,
      converted_percent numeric(7, 2) not null default 0
    );
    create table work_orders (${header('work_orders')},
      check (number is not null),
      check (status in ('draft', 'scheduled', 'in_progress', 'on_hold', 'completed', 'cancelled')),
      scheduled_start timestamptz(3),
      scheduled_end timestamptz(3),
      assignee_ids uuid[] not null default '{}',
      site_address jsonb,
      sign_off jsonb,
      sign_off_required boolean not null default false,
      completed_at timestamptz(3),
      billing_status text not null default 'unbilled'
        check (billing_status in ('not_billable', 'unbilled', 'partially_billed', 'billed')),
      check (scheduled_end is null or scheduled_start <= scheduled_end)
    );
    create table invoices (${header('invoices')},
      document_type text not null check (document_type in ('invoice', 'credit_note')),
      kind text not null default 'standard' check (kind in ('standard', 'deposit', 'progress', 'final')),
      check (status in ('draft', 'issued', 'partially_paid', 'paid', 'void', 'uncollectible')),
      check ((status = 'draft') = (number is null)),
      due_date date,
      supply_date date,
      issued_at timestamptz(3),
      sent_at timestamptz(3),
      viewed_at timestamptz(3),
      amount_paid numeric(20, 4) not null default 0 check (amount_paid >= 0),
      amount_credited numeric(20, 4) not null default 0 check (amount_credited >= 0),
      balance numeric(20, 4) not null default 0,
      credited_invoice_id uuid,
      credit_remaining numeric(20, 4) check (credit_remaining >= 0),
      credit_reason text,
      reminder_count int not null default 0,
      reminded_at timestamptz(3),
      overdue_at timestamptz(3),
      void_reason text,
      voided_at timestamptz(3),
      write_off_reason text,
      written_off_at timestamptz(3),
      written_off_amount numeric(20, 4),
      constraint invoices_balance check (case
        when document_type = 'credit_note' then balance = 0
        when status = 'void' then balance = 0
        else balance = total - amount_paid - amount_credited end),
      constraint invoices_not_overpaid check (status = 'draft' or balance >= 0),
      check ((document_type = 'credit_note') = (credited_invoice_id is not null))
    );
    call make_record_table('quotes', 'quote', array['number', 'reference', 'po_number', 'words']);
    call make_record_table('work_orders', 'work_order', array['number', 'reference', 'po_number', 'words']);
    call make_record_table('invoices', 'invoice', array['words', 'number', 'reference', 'po_number']);
  `);
  for (const table of ['quotes', 'work_orders', 'invoices'])
    await knex.raw(`
      call link_records('${table}', 'company_id', 'companies');
      call link_records('${table}', 'contact_id', 'contacts');
      call link_records('${table}', 'deal_id', 'deals');
      create index ${table}_project_id on ${table} (tenant_id, project_id) where project_id is not null;
      create unique index ${table}_number on ${table} (tenant_id, ${table === 'invoices' ? 'document_type, ' : ''}number);
      call link_file('${table}', 'pdf_file_id');
    `);
  await knex.raw(`
    create index quotes_root on quotes (tenant_id, root_id, revision);
    create index quotes_expiry on quotes (valid_until) where status = 'sent' and expired_at is null and deleted_at is null;
    create index invoices_open on invoices (tenant_id, due_date)
      where status in ('issued', 'partially_paid') and document_type = 'invoice';
    create index invoices_of_company on invoices (tenant_id, company_id, issue_date) where status <> 'draft';
    create index invoices_credited on invoices (tenant_id, credited_invoice_id) where credited_invoice_id is not null;
    alter table quotes add foreign key (tenant_id, root_id) references quotes;
    alter table invoices add foreign key (tenant_id, credited_invoice_id) references invoices;

    create table document_lines (
      tenant_id uuid not null references tenants,
      id uuid not null,
      quote_id uuid,
      work_order_id uuid,
      invoice_id uuid,
      position int not null,
      kind text not null check (kind in ('item', 'section', 'text')),
      description text not null check (length(description) between 1 and 4000),
      sku text check (length(sku) <= 80),
      currency text not null,
      quantity numeric(15, 4),
      unit text check (length(unit) <= 20),
      unit_price numeric(19, 6),
      minutes int check (minutes > 0),
      discount jsonb,
      taxes jsonb not null default '[]',
      gross numeric(20, 4),
      discount_amount numeric(20, 4),
      net numeric(20, 4),
      discount_share numeric(20, 4),
      optional boolean not null default false,
      selected boolean not null default false,
      source_line_id uuid,
      time_entry_ids uuid[] not null default '{}',
      milestone_id uuid,
      quantity_delivered numeric(15, 4) not null default 0,
      quantity_invoiced numeric(15, 4) not null default 0,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      check (num_nonnulls(quote_id, work_order_id, invoice_id) = 1),
      check ((kind = 'item') = (net is not null)),
      check (kind <> 'item' or net = gross - discount_amount)
    );
    call protect_tenant_table('document_lines');
    alter table document_lines add foreign key (tenant_id, quote_id) references quotes on delete cascade;
    alter table document_lines add foreign key (tenant_id, work_order_id) references work_orders on delete cascade;
    alter table document_lines add foreign key (tenant_id, invoice_id) references invoices on delete cascade;
    create index document_lines_quote on document_lines (tenant_id, quote_id, position) where quote_id is not null;
    create index document_lines_work_order on document_lines (tenant_id, work_order_id, position) where work_order_id is not null;
    create index document_lines_invoice on document_lines (tenant_id, invoice_id, position) where invoice_id is not null;

    -- What was made of a quote or work order. A document that is deleted or voided gives back what it took.
    create table document_conversions (
      tenant_id uuid not null references tenants,
      id uuid not null,
      quote_id uuid,
      work_order_id uuid,
      target text not null check (target in ('work_order', 'invoice')),
      mode text not null check (mode in ('all', 'lines', 'percent', 'final')),
      percent numeric(7, 4),
      lines jsonb not null default '[]',
      net numeric(20, 4) not null,
      -- What it took of a discount of the document that is an amount.
      discount numeric(20, 4) not null default 0,
      document_id uuid not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      released_at timestamptz(3),
      primary key (tenant_id, id),
      check (num_nonnulls(quote_id, work_order_id) = 1)
    );
    call protect_tenant_table('document_conversions');
    alter table document_conversions add foreign key (tenant_id, quote_id) references quotes;
    alter table document_conversions add foreign key (tenant_id, work_order_id) references work_orders;
    create index document_conversions_quote on document_conversions (tenant_id, quote_id) where quote_id is not null;
    create index document_conversions_work_order on document_conversions (tenant_id, work_order_id) where work_order_id is not null;
    create index document_conversions_document on document_conversions (tenant_id, document_id);

    create table work_order_deliveries (
      tenant_id uuid not null references tenants,
      id uuid not null,
      work_order_id uuid not null,
      delivered_on date not null,
      note text check (length(note) <= 4000),
      lines jsonb not null,
      created_by jsonb not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    call protect_tenant_table('work_order_deliveries', 'select, insert');
    alter table work_order_deliveries add foreign key (tenant_id, work_order_id) references work_orders;
    create index work_order_deliveries_order on work_order_deliveries (tenant_id, work_order_id, created_at);

    -- The links of clients to a quote or invoice; the token itself is not stored.
    create table document_links (
      tenant_id uuid not null references tenants,
      id uuid not null,
      token_hash text not null unique,
      quote_id uuid,
      invoice_id uuid,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      check (num_nonnulls(quote_id, invoice_id) = 1)
    );
    call protect_tenant_table('document_links');
    create policy by_secret on document_links for select using (token_hash = current_secret_hash());
    alter table document_links add foreign key (tenant_id, quote_id) references quotes on delete cascade;
    alter table document_links add foreign key (tenant_id, invoice_id) references invoices on delete cascade;

    create table invoice_payments (
      tenant_id uuid not null references tenants,
      id uuid not null,
      invoice_id uuid not null,
      amount numeric(20, 4) not null check (amount > 0),
      currency text not null,
      method text not null check (method in ('bank_transfer', 'card', 'direct_debit', 'cash', 'check', 'provider',
        'credit_note', 'client_credit', 'other')),
      status text not null check (status in ('pending', 'succeeded', 'failed', 'refunded', 'partially_refunded', 'disputed')),
      paid_at timestamptz(3) not null,
      reference text check (length(reference) between 1 and 200),
      -- What of it settled the invoice, and what became credit of the client.
      applied numeric(20, 4) not null check (applied >= 0),
      excess numeric(20, 4) not null default 0 check (excess >= 0),
      refunded numeric(20, 4) not null default 0 check (refunded >= 0),
      refunds jsonb not null default '[]',
      credit_note_id uuid,
      -- Whether a write-off stood when it was made.
      reverses_write_off boolean not null default false,
      created_by jsonb not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      check (applied + excess = amount),
      check (refunded <= amount)
    );
    call protect_tenant_table('invoice_payments', 'select, insert, update');
    alter table invoice_payments add foreign key (tenant_id, invoice_id) references invoices;
    alter table invoice_payments add foreign key (tenant_id, credit_note_id) references invoices;
    create index invoice_payments_invoice on invoice_payments (tenant_id, invoice_id, created_at);
    create unique index invoice_payments_reference on invoice_payments (tenant_id, method, reference)
      where reference is not null and status <> 'failed';

    -- What of a credit note settled an invoice at its issue.
    create table credit_applications (
      tenant_id uuid not null references tenants,
      id uuid not null,
      invoice_id uuid not null,
      credit_note_id uuid not null,
      amount numeric(20, 4) not null check (amount > 0),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      reversed_at timestamptz(3),
      primary key (tenant_id, id)
    );
    call protect_tenant_table('credit_applications', 'select, insert, update');
    alter table credit_applications add foreign key (tenant_id, invoice_id) references invoices;
    alter table credit_applications add foreign key (tenant_id, credit_note_id) references invoices;
    create index credit_applications_invoice on credit_applications (tenant_id, invoice_id);
    create index credit_applications_note on credit_applications (tenant_id, credit_note_id);

    -- The money that a client has here: payments above a balance, less what was applied or refunded of it.
    create table client_credits (
      tenant_id uuid not null references tenants,
      id uuid not null,
      company_id uuid not null,
      currency text not null,
      amount numeric(20, 4) not null check (amount <> 0),
      payment_id uuid not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id)
    );
    call protect_tenant_table('client_credits', 'select, insert, update');
    alter table client_credits add foreign key (tenant_id, company_id) references companies;
    alter table client_credits add foreign key (tenant_id, payment_id) references invoice_payments;
    create index client_credits_company on client_credits (tenant_id, company_id, currency);
  `);
  await protectDocuments(knex);
}

/** Triggers that keep sent and issued documents as they are, and sums of lines equal to those of their document. */
async function protectDocuments(knex: Knex): Promise<void> {
  await knex.raw(`
    create function keep_document() returns trigger language plpgsql as $$
    declare
      free text[] := array['status', 'title', 'status_reason', 'version', 'updated_at', 'updated_by', 'internal_notes', 'tags',
        'custom_fields', 'owner_user_id', 'company_id', 'contact_id', 'deal_id', 'project_id', 'sent_at', 'viewed_at',
        'pdf_file_id', 'pdf_sha256', 'pdf_rendered_at', 'decided_at', 'decision', 'expired_at', 'converted_percent',
        'amount_paid', 'amount_credited', 'balance', 'credit_remaining', 'reminder_count', 'reminded_at', 'overdue_at',
        'void_reason', 'voided_at', 'write_off_reason', 'written_off_at', 'written_off_amount'];
    begin
      if old.status = 'draft' then return coalesce(new, old); end if;
      if tg_op = 'DELETE' then
        raise exception 'a sent or issued document cannot be deleted' using errcode = 'restrict_violation';
      end if;
      -- The client has chosen options: what counts is computed again.
      if tg_table_name = 'quotes' and old.status = 'sent' and new.status = 'accepted' then
        free := free || array['tax_groups', 'subtotal', 'discount_total', 'net_total', 'tax_total', 'rounding_adjustment', 'total'];
      end if;
      if (to_jsonb(old) - free) is distinct from (to_jsonb(new) - free) then
        raise exception 'a sent or issued document cannot be changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
    create trigger quotes_kept before update or delete on quotes for each row execute function keep_document();
    create trigger invoices_kept before update or delete on invoices for each row execute function keep_document();

    create function keep_document_line() returns trigger language plpgsql as $$
    declare
      line document_lines := coalesce(new, old);
      held text;
    begin
      if line.work_order_id is not null then return line; end if;
      select status into held from quotes q where line.quote_id is not null and q.tenant_id = line.tenant_id and q.id = line.quote_id
      union all
      select status from invoices i where line.invoice_id is not null and i.tenant_id = line.tenant_id and i.id = line.invoice_id;
      if held is null or held = 'draft' then return line; end if;
      if tg_op = 'UPDATE' and held = 'sent' and line.quote_id is not null and
        to_jsonb(old) - array['selected', 'discount_share', 'updated_at']
          = to_jsonb(new) - array['selected', 'discount_share', 'updated_at'] then return new; end if;
      raise exception 'a line of a sent or issued document cannot be changed' using errcode = 'restrict_violation';
    end $$;
    create trigger document_lines_kept before insert or update or delete on document_lines
      for each row execute function keep_document_line();

    create function check_document_sums() returns trigger language plpgsql as $$
    declare
      document record;
      summed record;
      groups record;
    begin
      execute format('select * from %I where tenant_id = $1 and id = $2', tg_table_name) into document using new.tenant_id, new.id;
      if document is null then return null; end if;
      execute format('select coalesce(sum(net), 0) as net, coalesce(sum(discount_share), 0) as share from document_lines
        where tenant_id = $1 and %I = $2 and kind = ''item'' and (not optional or selected)', tg_argv[0])
        into summed using new.tenant_id, new.id;
      select coalesce(sum((g ->> 'tax')::numeric), 0) as tax into groups from jsonb_array_elements(document.tax_groups) g;
      if summed.net <> document.subtotal or summed.share <> document.discount_total or groups.tax <> document.tax_total then
        raise exception 'the lines and taxes of a document do not add up to its totals' using errcode = 'check_violation';
      end if;
      return null;
    end $$;
    create constraint trigger quotes_sums after insert or update of subtotal, discount_total, tax_total, tax_groups on quotes
      deferrable initially deferred for each row execute function check_document_sums('quote_id');
    create constraint trigger work_orders_sums after insert or update of subtotal, discount_total, tax_total, tax_groups on work_orders
      deferrable initially deferred for each row execute function check_document_sums('work_order_id');
    create constraint trigger invoices_sums after insert or update of subtotal, discount_total, tax_total, tax_groups on invoices
      deferrable initially deferred for each row execute function check_document_sums('invoice_id');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table client_credits, credit_applications, invoice_payments, document_links, work_order_deliveries,
      document_conversions, document_lines;
    call drop_record_table('invoices', 'invoice');
    call drop_record_table('work_orders', 'work_order');
    call drop_record_table('quotes', 'quote');
    drop function keep_document, keep_document_line, check_document_sums;
  `);
}
