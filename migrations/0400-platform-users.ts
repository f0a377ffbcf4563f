// What operators see of the accounts of people: the accounts, their memberships and sign-ins.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    call show_to_operators('memberships');
    call show_to_operators('membership_roles');
    call show_to_operators('roles');
    call show_to_operators('audit_entries');

    create view platform_users with (security_invoker = true) as
      select '00000000-0000-7000-8000-000000000001'::uuid as tenant_id, u.id, u.email, u.name, u.status, u.operator_role,
        u.locale, u.time_zone, u.email_verified_at, u.mfa_enabled, u.last_sign_in_at, u.created_at, u.updated_at
      from users u;
    grant select on platform_users to platform_app;
    create index users_recent on users (updated_at desc, id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index users_recent;
    drop view platform_users;
    drop policy operators on memberships;
    drop policy operators on membership_roles;
    drop policy operators on roles;
    drop policy operators on audit_entries;
  `);
}
