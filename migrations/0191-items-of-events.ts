// Which event of a batch follows each of its items, so that a stream can send items as they are run.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch_items add event_seq int;
    alter table import_rows add event_seq int;
    create index import_rows_event on import_rows (tenant_id, import_id, event_seq) where event_seq is not null;
    create or replace view batch_work with (security_invoker = true) as
      select i.tenant_id, i.id, i.batch_id, i.index, i.state, i.attempts, i.error, i.result, i.event_seq from batch_items i
      union all
      select r.tenant_id, r.id, b.id, r.row_number,
        case when r.status in ('created', 'updated', 'reversed', 'kept') then 'succeeded'
          when r.status in ('skipped', 'failed') then r.status
          when b.state = 'cancelled' then 'cancelled'
          when b.state in ('queued', 'running', 'cancelling') then 'pending' else 'skipped' end,
        r.attempts,
        case when r.status = 'failed' then jsonb_build_object('code', r.errors -> 0 -> 'code', 'message', r.errors -> 0 -> 'message') end,
        case when r.record_id is not null then jsonb_build_object('type', r.record_type, 'id', r.record_id) end, r.event_seq
      from batches b join import_rows r on r.tenant_id = b.tenant_id and r.import_id = b.import_id
      where b.kind = 'import' and r.status not in ('invalid', 'excluded', 'pending');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view batch_work;
    create view batch_work with (security_invoker = true) as
      select i.tenant_id, i.id, i.batch_id, i.index, i.state, i.attempts, i.error, i.result from batch_items i
      union all
      select r.tenant_id, r.id, b.id, r.row_number,
        case when r.status in ('created', 'updated', 'reversed', 'kept') then 'succeeded'
          when r.status in ('skipped', 'failed') then r.status
          when b.state = 'cancelled' then 'cancelled'
          when b.state in ('queued', 'running', 'cancelling') then 'pending' else 'skipped' end,
        r.attempts,
        case when r.status = 'failed' then jsonb_build_object('code', r.errors -> 0 -> 'code', 'message', r.errors -> 0 -> 'message') end,
        case when r.record_id is not null then jsonb_build_object('type', r.record_type, 'id', r.record_id) end
      from batches b join import_rows r on r.tenant_id = b.tenant_id and r.import_id = b.import_id
      where b.kind = 'import' and r.status not in ('invalid', 'excluded', 'pending');
    grant select on batch_work to platform_app;
    alter table batch_items drop event_seq;
    alter table import_rows drop event_seq;
  `);
}
