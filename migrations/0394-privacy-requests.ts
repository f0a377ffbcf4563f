// Requests of persons for their data or its erasure, and the exports of whole workspaces.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table privacy_requests (
      type text not null check (type in ('export', 'erasure')),
      -- Null for all workspaces.
      workspace_id uuid references tenants,
      email text check (length(email) <= 254),
      contact_id uuid,
      state text not null check (state in ('received', 'scoped', 'awaiting_second', 'executing', 'completed', 'rejected')),
      due_at timestamptz(3) not null,
      -- How many records of each kind concern the person: {"contacts": 1}.
      scope_found jsonb not null default '{}',
      -- What is kept although it concerns the person: [{"entity": "invoice", "id": "…", "reason": "retention"}].
      holds jsonb not null default '[]',
      first_by uuid references users,
      second_by uuid references users check (second_by <> first_by),
      result_manifest jsonb,
      job_id uuid,
      completed_at timestamptz(3),
      check (contact_id is null or workspace_id is not null)
    );
    call make_record_table('privacy_requests', 'privacy_request');
    create index privacy_requests_due on privacy_requests (tenant_id, due_at, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`call drop_record_table('privacy_requests', 'privacy_request')`);
}
