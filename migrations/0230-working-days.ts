// Working days in SQL: durations of tasks and conflicts of their dates are worked out where lists are read.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How many working days of a calendar lie behind a day, up to another one; negative if that is the earlier one.
    create function working_days_after(after_day date, until_day date, calendar jsonb) returns int
      language plpgsql immutable strict parallel safe as $$
    declare
      names constant text[] := array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
      weekdays constant jsonb := calendar -> 'weekdays';
      days constant int := until_day - after_day;
      result int;
    begin
      if days < 0 then return -working_days_after(until_day, after_day, calendar); end if;
      result := days / 7 * jsonb_array_length(weekdays);
      for place in 0 .. days % 7 - 1 loop
        if weekdays \\? names[extract(isodow from until_day - place)::int] then result := result + 1; end if;
      end loop;
      if jsonb_array_length(calendar -> 'holidays') > 0 then
        result := result - (select count(*) from jsonb_array_elements_text(calendar -> 'holidays') h
          where h::date > after_day and h::date <= until_day and weekdays \\? names[extract(isodow from h::date)::int]);
      end if;
      return result;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function working_days_after');
}
