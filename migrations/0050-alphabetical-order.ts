// The order in which lists sort texts, "Äpfel, apple, Zebra, zoo", and the indexes of the columns that lists sort by.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Letters before accents before case, the same on every system, whatever the locale of the database. Texts are equal
    -- only if they are the same, so that cursors find their place.
    create collation alphabetical (provider = icu, locale = 'und');

    -- Creates an index for each column that lists of a record table sort by, in both directions: for texts that people write,
    -- which sort alphabetically, and for all other columns.
    create procedure sort_records(name text, texts text[], others text[] default '{}') language plpgsql as $$
    declare
      field text;
    begin
      foreach field in array texts loop
        execute format('create index %I on %I (tenant_id, %I collate alphabetical, id) where deleted_at is null',
          name || '_by_' || field, name, field);
      end loop;
      foreach field in array others loop
        execute format('create index %I on %I (tenant_id, %I, id) where deleted_at is null', name || '_by_' || field, name, field);
      end loop;
    end $$;

    drop index companies_name;
    drop index contacts_name;
    drop index deals_name;
    call sort_records('companies', array['name', 'industry', 'client_id'], array['client_status', 'employee_count', 'annual_revenue']);
    call sort_records('contacts', array['display_name', 'last_name', 'email'], array['desired_cadence_days']);
    call sort_records('deals', array['name'],
      array['value', 'probability', 'expected_close_on', 'stage_entered_at', 'closed_at']);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index companies_by_name, companies_by_industry, companies_by_client_status, companies_by_client_id,
      companies_by_employee_count, companies_by_annual_revenue;
    drop index contacts_by_display_name, contacts_by_last_name, contacts_by_email, contacts_by_desired_cadence_days;
    drop index deals_by_name, deals_by_value, deals_by_probability, deals_by_expected_close_on, deals_by_stage_entered_at,
      deals_by_closed_at;
    create index companies_name on companies (tenant_id, name, id) where deleted_at is null;
    create index contacts_name on contacts (tenant_id, display_name, id) where deleted_at is null;
    create index deals_name on deals (tenant_id, name, id) where deleted_at is null;
    drop procedure sort_records;
    drop collation alphabetical;
  `);
}
