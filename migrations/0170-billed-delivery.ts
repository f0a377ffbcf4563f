// Time entries and milestones on invoices: each stands on one live invoice at most, and stays as it is while it is billed.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table document_lines drop constraint document_lines_minutes_check;
    -- Rounded to the nearest half hour, a few minutes may be none.
    alter table document_lines add check (minutes >= 0) not valid;
    create index time_entries_unbilled on time_entries (tenant_id, project_id, work_date)
      where status = 'approved' and billable and invoice_id is null and deleted_at is null;

    create function keep_billed() returns trigger language plpgsql as $$
    declare
      free text[] := array['status', 'completed_at', 'name', 'due_date', 'invoice_id', 'invoice_line_id', 'version', 'updated_at',
        'updated_by', 'created_by', 'company_id', 'project_id', 'task_id', 'note', 'decision_note'];
    begin
      if old.invoice_id is null then return coalesce(new, old); end if;
      if tg_op = 'DELETE' then
        raise exception 'what an invoice bills cannot be deleted' using errcode = 'restrict_violation';
      end if;
      if new.invoice_id is null then return new; end if;
      if new.invoice_id <> old.invoice_id then
        raise exception 'another invoice bills it' using errcode = 'unique_violation';
      end if;
      if (to_jsonb(old) - free) is distinct from (to_jsonb(new) - free) then
        raise exception 'what an invoice bills cannot be changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
    create trigger time_entries_billed before update or delete on time_entries for each row execute function keep_billed();
    create trigger milestones_billed before update or delete on milestones for each row execute function keep_billed();

    create function check_billed_line() returns trigger language plpgsql as $$
    declare
      unclaimed boolean;
    begin
      select exists (select from unnest(l.time_entry_ids) billed(id) where not exists (
          select from time_entries e where e.tenant_id = l.tenant_id and e.id = billed.id and e.invoice_line_id = l.id))
        or (l.milestone_id is not null and not exists (
          select from milestones m where m.tenant_id = l.tenant_id and m.id = l.milestone_id and m.invoice_line_id = l.id))
        into unclaimed
        from document_lines l join invoices i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
        where l.tenant_id = new.tenant_id and l.id = new.id and i.document_type = 'invoice' and i.status <> 'void';
      if unclaimed then
        raise exception 'another invoice bills the time or milestone of the line' using errcode = 'unique_violation';
      end if;
      return null;
    end $$;
    create constraint trigger document_lines_billed after insert or update of time_entry_ids, milestone_id on document_lines
      deferrable initially deferred for each row
      when (new.invoice_id is not null and (new.milestone_id is not null or new.time_entry_ids <> '{}'))
      execute function check_billed_line();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger document_lines_billed on document_lines;
    drop trigger milestones_billed on milestones;
    drop trigger time_entries_billed on time_entries;
    drop function check_billed_line, keep_billed;
    drop index time_entries_unbilled;
    alter table document_lines drop constraint document_lines_minutes_check;
    alter table document_lines add constraint document_lines_minutes_check check (minutes > 0) not valid;
  `);
}
