// Number series of documents: formats, counters by period, and the ledger of every number that was used.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The counters: one row for each series and period, locked until the transaction that takes a number ends.
    alter table number_series drop constraint number_series_pkey;
    alter table number_series drop constraint number_series_series_check;
    alter table number_series
      add period text not null default 'all' check (period ~ '^(all|[0-9]{4}|[0-9]{4}-[0-9]{2})$'),
      -- The latest document date of the period, for series whose numbers follow the dates.
      add last_date date,
      add constraint number_series_series_check check (series in
        ('client', 'project', 'quote', 'work_order', 'invoice', 'credit_note', 'ticket')),
      add primary key (tenant_id, series, period);
    alter table number_series alter period drop default;

    -- What a workspace has changed of the default formats.
    create table number_formats (
      tenant_id uuid not null references tenants,
      series text not null,
      format text not null check (length(format) between 1 and 200),
      reset text not null check (reset in ('never', 'yearly', 'monthly')),
      version int not null default 1,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, series)
    );
    call protect_tenant_table('number_formats');

    create table number_ledger (
      tenant_id uuid not null references tenants,
      id uuid not null,
      series text not null,
      number text not null check (length(number) between 1 and 64),
      seq bigint not null check (seq > 0),
      period text not null,
      document_type text not null,
      document_id uuid not null,
      issued_at timestamptz(3) not null,
      state text not null default 'used' check (state in ('used', 'void')),
      primary key (tenant_id, id),
      unique (tenant_id, series, number),
      unique (tenant_id, series, period, seq)
    );
    call protect_tenant_table('number_ledger', 'select, insert, update');
    create index number_ledger_newest on number_ledger (tenant_id, series, issued_at desc, id desc);
    create index number_ledger_document on number_ledger (tenant_id, document_id);

    -- A number stays with its document for ever; only its mark can become void.
    create function keep_number() returns trigger language plpgsql as $$
    begin
      if (old.series, old.number, old.seq, old.period, old.document_type, old.document_id, old.issued_at)
        is distinct from (new.series, new.number, new.seq, new.period, new.document_type, new.document_id, new.issued_at) then
        raise exception 'a number of the ledger cannot be changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
    create trigger number_ledger_kept before update on number_ledger for each row execute function keep_number();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table number_ledger, number_formats;
    drop function keep_number;
    delete from number_series where series <> 'client' or period <> 'all';
    alter table number_series drop constraint number_series_pkey;
    alter table number_series drop constraint number_series_series_check;
    alter table number_series drop period, drop last_date,
      add constraint number_series_series_check check (series in ('client')),
      add primary key (tenant_id, series);
  `);
}
