// Closes the ways around the rules of sent and issued documents: they never become drafts again, what has ended stays so, their
// lines belong to no other document, money that was received stays what it was, and counters of numbers never go back.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function keep_state() returns trigger language plpgsql as $$
    begin
      if old.status <> 'draft' and new.status = 'draft' then
        raise exception 'a sent or issued document cannot become a draft' using errcode = 'restrict_violation';
      end if;
      if old.status = any (tg_argv) and new.status <> old.status then
        raise exception 'a document that is % stays so', old.status using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
    create trigger quotes_state before update of status on quotes
      for each row when (old.status is distinct from new.status) execute function keep_state('cancelled', 'superseded');
    create trigger invoices_state before update of status on invoices
      for each row when (old.status is distinct from new.status) execute function keep_state('void');

    create function keep_line_owner() returns trigger language plpgsql as $$
    begin
      raise exception 'a line cannot be moved to another document' using errcode = 'restrict_violation';
    end $$;
    create trigger document_lines_owner before update of quote_id, work_order_id, invoice_id on document_lines for each row
      when ((old.quote_id, old.work_order_id, old.invoice_id) is distinct from (new.quote_id, new.work_order_id, new.invoice_id))
      execute function keep_line_owner();

    create function keep_payment() returns trigger language plpgsql as $$
    begin
      raise exception 'a payment cannot be changed, only refunded' using errcode = 'restrict_violation';
    end $$;
    create trigger invoice_payments_kept before update on invoice_payments for each row
      when ((old.invoice_id, old.amount, old.currency, old.method, old.credit_note_id, old.created_by, old.created_at)
          is distinct from (new.invoice_id, new.amount, new.currency, new.method, new.credit_note_id, new.created_by, new.created_at)
        or new.refunded < old.refunded)
      execute function keep_payment();

    create function keep_counter() returns trigger language plpgsql as $$
    begin
      raise exception 'a counter of numbers never goes back' using errcode = 'restrict_violation';
    end $$;
    create trigger number_series_kept before update on number_series for each row
      when (new.next_value < old.next_value or new.last_date < old.last_date) execute function keep_counter();

    create function keep_void() returns trigger language plpgsql as $$
    begin
      raise exception 'the number of a void document stays void' using errcode = 'restrict_violation';
    end $$;
    create trigger number_ledger_void before update of state on number_ledger for each row
      when (old.state = 'void' and new.state <> 'void') execute function keep_void();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger number_ledger_void on number_ledger;
    drop trigger number_series_kept on number_series;
    drop trigger invoice_payments_kept on invoice_payments;
    drop trigger document_lines_owner on document_lines;
    drop trigger invoices_state on invoices;
    drop trigger quotes_state on quotes;
    drop function keep_state, keep_line_owner, keep_payment, keep_counter, keep_void;
  `);
}
