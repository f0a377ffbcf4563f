// Clients: how a company is recognized by its name, the numbers and states of clients, and pairs that look alike
// (service.md 2.4 and 3; crm.md sections 2 and 3).
import type { Knex } from 'knex';

/** Legal forms as name_words() writes them: abbreviations of ISO 20275, and the words that they stand for. */
const LEGAL_FORMS = `
  inc, incorporated, llc, l l c, llp, lllp, lp, pllc, pc, ltd, limited, plc, ulc, unlimited, corp, corporation, co, company,
  pty, pte, pvt, private limited, sdn, bhd, berhad, tbk, pt, kk, k k, kabushiki kaisha, gk, yk,
  gmbh, g m b h, gesmbh, mbh, ag, aktiengesellschaft, se, kg, kgaa, ug, haftungsbeschrankt, haftungsbeschraenkt, ohg, gbr,
  and co kg, and co kgaa, and co ohg, ek, e k, ev, e v, eg, e g, eingetragener verein, eingetragene genossenschaft,
  bv, b v, nv, n v, vof, cv, bvba, cvba, naamloze vennootschap, besloten vennootschap,
  sa, s a, sas, s a s, sasu, sarl, s a r l, s a rl, eurl, sci, snc, scs, sca, selarl, societe anonyme,
  srl, s r l, spa, s p a, sapa, societa per azioni, sl, s l, slu, s l u, sau, sociedad anonima, sociedad limitada,
  sa de cv, sab de cv, sapi de cv, s de rl de cv, lda, ltda, eireli,
  ab, a b, publ, aktiebolag, hb, handelsbolag, oy, oyj, ky, as, a s, asa, ans, aps, k s, i s, p s, hf, ehf,
  sro, s ro, s r o, spol sro, spol s ro, spol s r o, vos, kft, zrt, nyrt, bt,
  sp, zoo, z oo, z o o, sp k, sp j, spolka akcyjna, ou, osauhing, uab, sia, doo, d o o, dd, d d, dooel, ood, eood, ead,
  ooo, oao, zao, pao, jsc, ojsc, cjsc, pjsc, tov`;

/** What stands before a name and is no part of it: the article, and forms that some countries write first. */
const LEADING = 'the, ab, oy, oyj, gmbh, uab, sia, ooo, oao, zao, pao, pt, tov, kk, a s, sarl, srl';

/** An array of them, for SQL. */
function listed(forms: string): string {
  const names = forms.trim().split(/,\s*/);
  return `'{${names.map((name) => `"${name}"`).join(',')}}'::text[]`;
}

/** The forms of a name that the matcher compares; the one place that normalizes names of companies. */
async function createNames(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;

    -- Lower case, Latin letters without marks, no apostrophes and dots, & as and, other punctuation as space. An umlaut
    -- loses its marks or, spelled out, becomes two letters: people write it either way.
    create function name_words(name text, spelled_out boolean) returns text language plpgsql immutable parallel safe strict as $$
    declare
      words text := translate(name, '.．''’‘‛ʼʹ′´＇' || chr(96), '');
    begin
      -- Most names are ASCII, and need none of this.
      if octet_length(words) > length(words) then
        words := lower(normalize(words, NFC));
        if spelled_out then
          words := replace(replace(replace(replace(words, 'ä', 'ae'), 'ö', 'oe'), 'ø', 'oe'), 'ü', 'ue');
        end if;
        words := fold(regexp_replace(normalize(words, NFKD), '[\\u0300-\\u036f]', '', 'g'));
      end if;
      return btrim(regexp_replace(replace(lower(words), '&', ' and '), '[^[:alnum:]]+', ' ', 'g'));
    end $$;

    -- A name as it is compared: its words without legal forms before and behind it. A name of legal forms alone keeps all.
    create function match_name(name text, spelled_out boolean) returns text language plpgsql immutable parallel safe strict as $$
    declare
      whole text := name_words(name, spelled_out);
      words text[] := string_to_array(whole, ' ');
      count int := cardinality(words);
      size int := 2;
    begin
      while size > 0 loop
        if count > size and array_to_string(words[:size], ' ') = any (${listed(LEADING)}) then
          words := words[size + 1:];
          count := count - size;
          size := 2;
        else size := size - 1;
        end if;
      end loop;
      size := 5;
      while size > 0 loop
        if count >= size and array_to_string(words[count - size + 1:count], ' ') = any (${listed(LEGAL_FORMS)}) then
          count := count - size;
          size := 5;
        else size := size - 1;
        end if;
      end loop;
      return case when count = 0 then whole else array_to_string(words[:count], ' ') end;
    end $$;

    -- Each way in which the names of a company can be written, once; none of them empty.
    create function match_names(variadic names text[]) returns text[] language plpgsql immutable parallel safe as $$
    declare
      found text[] := '{}';
      name text;
      form text;
    begin
      foreach name in array names loop
        for way in 0 .. case when octet_length(name) > length(name) then 1 else 0 end loop
          form := match_name(name, way = 1);
          if form <> '' and form <> all (found) then found := found || form; end if;
        end loop;
      end loop;
      return found;
    end $$;

    -- The numbers of a compared name, Roman ones too: names that differ in them are not alike (spec README, Name matcher).
    create function name_numbers(name text) returns text language plpgsql immutable parallel safe strict as $$
    begin
      if name !~ '[0-9]|\\m[ivx]+\\M' then return ''; end if;
      return coalesce((select string_agg(number[1], ' ')
        from regexp_matches(name, '(\\d+|\\m(x{1,3}(ix|iv|v{0,1}i{0,3})|ix|iv|v{0,1}i{1,3}|v)\\M)', 'g') as number), '');
    end $$;

    -- The rarest trigrams of a name. Two names that are as alike as that share one of them, whatever else they share:
    -- of sets whose overlap is a share t of their union, the first n - t * n + 1 members in any one order have one in
    -- common (prefix filtering). Backwards in the alphabet, where the rare letters come first and beginnings of words
    -- last. A trigram index would do the same, were it not that row-level security keeps its operator from the index.
    create function rare_grams(name text, likeness numeric) returns text[] language plpgsql immutable parallel safe strict as $$
    declare
      grams text[] := show_trgm(name);
    begin
      return (array(select gram from unnest(grams) as gram order by gram collate "C" desc))
        [:cardinality(grams) - ceil(likeness * cardinality(grams))::int + 1];
    end $$;

    create table company_names (
      tenant_id uuid not null,
      name text not null collate "C",
      company_id uuid not null,
      -- What a brand is compared with.
      joined text not null collate "C" generated always as (replace(name, ' ', '')) stored,
      primary key (tenant_id, name, company_id)
    );
    alter table company_names add foreign key (tenant_id, company_id) references companies on delete cascade;
    create index company_names_company on company_names (tenant_id, company_id);
    create index company_names_joined on company_names (tenant_id, joined);
    call protect_tenant_table('company_names');

    create table company_name_grams (
      tenant_id uuid not null,
      gram text not null collate "C",
      -- How many trigrams the name has: names of very different size are not alike.
      size smallint not null,
      company_id uuid not null,
      name text not null collate "C",
      primary key (tenant_id, gram, size, company_id, name)
    );
    call protect_tenant_table('company_name_grams');

    create function add_company_names(tenants uuid[], ids uuid[], names text[], legal_names text[]) returns void language plpgsql as $$
    begin
      with added as (
        insert into company_names (tenant_id, company_id, name)
        select tenant, id, form from unnest(tenants, ids, names, legal_names) as given(tenant, id, name, legal_name),
          unnest(match_names(name, legal_name)) as form
        on conflict do nothing returning tenant_id, company_id, name
      )
      insert into company_name_grams (tenant_id, gram, size, company_id, name)
      select tenant_id, gram, cardinality(show_trgm(name)), company_id, name from added, unnest(rare_grams(name, 0.795)) as gram;
    end $$;
    create function keep_company_names() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        with gone as (
          delete from company_names n
          where n.tenant_id = new.tenant_id and n.company_id = new.id and n.name <> all (match_names(new.name, new.legal_name))
          returning name
        )
        delete from company_name_grams g using gone
          where g.tenant_id = new.tenant_id and g.gram = any (rare_grams(gone.name, 0.795)) and g.company_id = new.id and g.name = gone.name;
        perform add_company_names(array[new.tenant_id], array[new.id], array[new.name], array[new.legal_name]);
      else
        perform add_company_names(array_agg(tenant_id), array_agg(id), array_agg(name), array_agg(legal_name)) from added;
      end if;
      return null;
    end $$;
    create trigger companies_names_added after insert on companies referencing new table as added
      for each statement execute function keep_company_names();
    create trigger companies_names_kept after update of name, legal_name on companies for each row
      when (old.name is distinct from new.name or old.legal_name is distinct from new.legal_name)
      execute function keep_company_names();
  `);
}

/** Numbers and states of clients. */
async function createClients(knex: Knex): Promise<void> {
  await knex.raw(`
    create index companies_clients on companies (tenant_id, updated_at desc, id desc) where client_id is not null and deleted_at is null;

    -- When the company last gave the number up; a client that comes back gets the last one.
    alter table client_numbers add column released_at timestamptz(3);

    -- Why the client has its state; copied to the history by the trigger below.
    alter table companies add column client_status_reason text check (length(client_status_reason) <= 2000);

    create table client_status_changes (
      tenant_id uuid not null,
      company_id uuid not null,
      seq bigint generated always as identity,
      from_status text,
      to_status text,
      reason text,
      changed_at timestamptz(3) not null,
      changed_by jsonb not null,
      primary key (tenant_id, company_id, seq)
    );
    alter table client_status_changes add foreign key (tenant_id, company_id) references companies on delete cascade;
    call protect_tenant_table('client_status_changes', 'select, insert');

    -- In the database, so that no way to write a state forgets its history.
    create function note_client_status() returns trigger language plpgsql as $$
    begin
      insert into client_status_changes (tenant_id, company_id, from_status, to_status, reason, changed_at, changed_by)
      values (new.tenant_id, new.id, case when tg_op = 'UPDATE' then old.client_status end, new.client_status,
        new.client_status_reason, new.updated_at, new.updated_by);
      return null;
    end $$;
    create trigger companies_client_status_begun after insert on companies for each row
      when (new.client_status is not null) execute function note_client_status();
    create trigger companies_client_status_changed after update of client_status on companies for each row
      when (old.client_status is distinct from new.client_status) execute function note_client_status();

    -- The next number of each series of a workspace (delivery.md section 3). A row, not a sequence: it is locked until the
    -- number stands.
    create table number_series (
      tenant_id uuid not null references tenants,
      series text not null check (series in ('client')),
      next_value bigint not null default 1 check (next_value > 0),
      primary key (tenant_id, series)
    );
    call protect_tenant_table('number_series');
  `);
}

/** Pairs of records that look alike, and how far the comparison has come. */
async function createDuplicates(knex: Knex): Promise<void> {
  for (const [entity, table] of [
    ['company', 'companies'],
    ['contact', 'contacts'],
  ] as const) {
    await knex.raw(`
      -- A pair stands once, the smaller id first; a dismissed one stays, and is not found again.
      create table ${entity}_duplicates (
        tenant_id uuid not null,
        first_id uuid not null,
        second_id uuid not null,
        score numeric(4, 3) not null check (score between 0 and 1),
        reason text check (reason in ('name', 'similar_name', 'brand', 'email', 'phone', 'name_and_company')),
        dismissed_at timestamptz(3),
        dismissed_by jsonb,
        primary key (tenant_id, first_id, second_id),
        check (first_id < second_id),
        check ((dismissed_at is null) = (dismissed_by is null))
      );
      alter table ${entity}_duplicates add foreign key (tenant_id, first_id) references ${table} on delete cascade;
      alter table ${entity}_duplicates add foreign key (tenant_id, second_id) references ${table} on delete cascade;
      create index ${entity}_duplicates_best on ${entity}_duplicates (tenant_id, score desc, first_id, second_id) where dismissed_at is null;
      create index ${entity}_duplicates_second on ${entity}_duplicates (tenant_id, second_id);
      call protect_tenant_table('${entity}_duplicates');

      -- What two records share when they are the same: the brand of a domain, an address without its tag.
      create table ${entity}_duplicate_keys (
        tenant_id uuid not null,
        kind text not null,
        value text not null collate "C",
        record_id uuid not null,
        primary key (tenant_id, kind, value, record_id)
      );
      alter table ${entity}_duplicate_keys add foreign key (tenant_id, record_id) references ${table} on delete cascade;
      create index ${entity}_duplicate_keys_record on ${entity}_duplicate_keys (tenant_id, record_id);
      call protect_tenant_table('${entity}_duplicate_keys');
    `);
  }
  await knex.raw(`
    -- Records that changed later than this have not been compared with the others.
    create table duplicate_scans (
      tenant_id uuid not null references tenants,
      entity text not null check (entity in ('company', 'contact')),
      scanned_at timestamptz(3) not null,
      scanned_id uuid not null,
      primary key (tenant_id, entity)
    );
    call protect_tenant_table('duplicate_scans');
  `);
}

export async function up(knex: Knex): Promise<void> {
  await createNames(knex);
  await createClients(knex);
  await createDuplicates(knex);
  // Companies that are here already, named after the triggers stand: one that is written meanwhile is not forgotten.
  // Workspace by workspace, as row-level security wants it.
  await knex.raw(`
    do $$ declare workspace uuid; begin
      for workspace in select id from tenants loop
        perform set_config('app.tenant_id', workspace::text, true);
        perform add_company_names(array_agg(tenant_id), array_agg(id), array_agg(name), array_agg(legal_name))
          from companies where tenant_id = workspace;
      end loop;
    end $$`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table duplicate_scans, contact_duplicate_keys, contact_duplicates, company_duplicate_keys, company_duplicates, number_series,
      client_status_changes, company_name_grams, company_names;
    drop trigger companies_names_added on companies;
    drop trigger companies_names_kept on companies;
    drop trigger companies_client_status_begun on companies;
    drop trigger companies_client_status_changed on companies;
    drop function keep_company_names, add_company_names, note_client_status, rare_grams, name_numbers, match_names, match_name, name_words;
    alter table companies drop column client_status_reason;
    alter table client_numbers drop column released_at;
    drop index companies_clients;
    -- The extension stays: another migration may rest on it.
  `);
}
