-- The rows of a data set, made from numbers by hash: the same at every run. Split at the lines "-- step:".
-- Needs: session_replication_role = replica (per-row triggers rest; invariants.sql proves what they would have),
-- bench.companies (a setting), the 20 workspaces and their owners.

-- step: functions and index definitions
drop schema if exists bench cascade;
create schema bench;
create function bench.pick(i bigint, seed int, n int) returns int language sql immutable parallel safe
  as $$ select ((hashint8extended(i, seed) & 9223372036854775807) % n)::int $$;
create function bench.share(i bigint, seed int) returns double precision language sql immutable parallel safe
  as $$ select bench.pick(i, seed, 1000000) / 1000000.0 $$;
-- Version 7: begins with the instant, so that new rows go to the end of the primary key, as they do in production.
create function bench.id(kind text, i bigint, at timestamptz) returns uuid language sql immutable parallel safe
  as $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid
        from md5(kind || i) as h $$;
-- Six letters in three syllables, none of them a letter of a hexadecimal number: a prefix of five letters is found in
-- the middle of no other word, so that a search by prefix and one by substring mean the same.
create function bench.word(i bigint, seed int) returns text language sql immutable parallel safe
  as $$ select substr('ghklmnprtv', 1 + bench.pick(i, seed + 1, 10), 1) || substr('aeiou', 1 + bench.pick(i, seed + 11, 5), 1)
    || substr('ghklmnprtv', 1 + bench.pick(i, seed + 2, 10), 1) || substr('aeiou', 1 + bench.pick(i, seed + 12, 5), 1)
    || substr('ghklmnprtv', 1 + bench.pick(i, seed + 3, 10), 1) || substr('aeiou', 1 + bench.pick(i, seed + 13, 5), 1) $$;
create function bench.workspace(number bigint) returns uuid language sql immutable parallel safe
  as $$ select ('01940000-0000-7000-8000-0000000000' || lpad(number::text, 2, '0'))::uuid $$;
create function bench.owner(number bigint) returns uuid language sql immutable parallel safe
  as $$ select ('01940000-0000-7000-8000-0000000001' || lpad(number::text, 2, '0'))::uuid $$;
create function bench.actor(number bigint) returns jsonb language sql immutable parallel safe
  as $$ select jsonb_build_object('type', 'user', 'id', bench.owner(number), 'label', 'Owner of workspace ' || number) $$;

-- Indexes are made again at the end: faster, and as tight as after years of autovacuum.
create table bench.indexes as
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, c.conname as constraint_name, indrelid::regclass::text as table_name
  from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
  where indrelid::regclass::text in ('companies', 'company_identifiers', 'contacts', 'contact_methods', 'contact_companies', 'notes', 'activities', 'activity_links', 'deals', 'deal_contacts', 'deal_stage_entries', 'company_names', 'search_tokens', 'communication_threads', 'communications', 'communication_participants', 'communication_contacts')
    and (not indisprimary or indrelid = 'search_tokens'::regclass)
    and not exists (select from pg_constraint u where u.conindid = indexrelid and u.contype = 'u');
do $$ declare one record; begin
  for one in select * from bench.indexes loop
    if one.constraint_name is null then execute format('drop index %s', one.name);
    else execute format('alter table %s drop constraint %I', one.table_name, one.constraint_name); end if;
  end loop;
end $$;

-- step: plan
-- Every second company is in workspace 0, 19 in 200 in workspace 1, the rest in the other 18. One in five is "hot": worked on
-- now, so on the first pages, with 7 contacts of whom 5 have 3 notes each, and with 5 notes of its own. The others have 2 contacts.
create unlogged table bench.plan as
  select i, w, hot, created_at,
    -- Rounded as the column rounds it.
    (case when hot then timestamptz '2025-12-01 UTC' + bench.share(i, 1) * interval '30 days'
      else created_at + bench.share(i, 1) * (timestamptz '2025-11-30 UTC' - created_at) end)::timestamptz(3) as updated_at,
    bench.id('company', i, created_at) as id, bench.word(i, 100) as one, bench.word(i, 200) as two
  from (
    select i, i / 2 % 5 = 0 as hot,
      case when i % 2 = 0 then 0 when i / 2 % 100 < 19 then 1 else 2 + (i / 200 + i / 2) % 18 end as w,
      (timestamptz '2025-01-01 UTC' + i * (interval '300 days' / current_setting('bench.companies')::int))::timestamptz(3) as created_at
    from generate_series(0, current_setting('bench.companies')::bigint - 1) as i
  ) as numbered;

-- step: companies
insert into companies (tenant_id, id, name, legal_name, website, domain, client_id, client_status, company_type, industry, description, phone,
  address, employee_count, annual_revenue, revenue_currency, owner_user_id, source, tags, created_at, updated_at, created_by, updated_by)
select bench.workspace(w), id, initcap(one) || ' ' || initcap(two),
  -- "Group" is the term that half of the rows match.
  initcap(one) || ' ' || initcap(two) || case when bench.pick(i, 2, 2) = 0 then ' Group' else ' GmbH' end,
  one || '-' || two || '-' || to_hex(i) || '.example.com', one || '-' || two || '-' || to_hex(i) || '.example.com',
  case when client then 'C-' || lpad(i::text, 7, '0') end, case when client then 'active' end, case when client then 'client' else 'prospect' end,
  (array['Wholesale', 'Optics', 'Shipping', 'Energy', 'Software', 'Food', 'Printing'])[1 + bench.pick(i, 4, 7)],
  case when bench.pick(i, 5, 3) = 0 then repeat('A company that was met at the fair in spring and asked for a quote. ', 1 + bench.pick(i, 6, 4)) end,
  '+4930' || lpad(i::text, 8, '0'),
  jsonb_build_object('line1', 'Torstrasse ' || bench.pick(i, 7, 200), 'city', 'Berlin', 'postal_code', '10119', 'country', 'DE'),
  bench.pick(i, 8, 5000), case when rich then 1000 * bench.pick(i, 10, 1000000) end, case when rich then 'EUR' end,
  bench.owner(w), 'import', (array['{}', '{fair}', '{fair,priority}', '{newsletter}']::text[])[1 + bench.pick(i, 11, 4)]::text[],
  created_at, updated_at, bench.actor(w), bench.actor(w)
from (select *, bench.pick(i, 3, 5) = 0 as client, bench.pick(i, 9, 2) = 0 as rich from bench.plan) as p order by i;
insert into client_numbers (tenant_id, number, company_id, issued_at)
select tenant_id, client_id, id, created_at from companies where client_id is not null;

insert into client_status_changes (tenant_id, company_id, from_status, to_status, changed_at, changed_by)
select tenant_id, id, null, client_status, created_at, created_by from companies where client_status is not null;

-- step: names
-- By the function that the trigger uses too.
select add_company_names(array_agg(tenant_id), array_agg(id), array_agg(name), array_agg(legal_name))
from (select c.*, p.i from companies c join bench.plan p on p.id = c.id) as numbered group by tenant_id, i / 10000;

-- step: identifiers
insert into company_identifiers (tenant_id, id, company_id, identifier_type, value, value_unicode, is_primary, source, created_at, updated_at)
select bench.workspace(w), bench.id(kind, i, created_at), id, kind, value, value, true, 'import', created_at, created_at
from (select *, one || '-' || two || '-' || to_hex(i) || '.example.com' as value from bench.plan) as p,
  unnest(array['website', 'email_domain']) as kind order by i, kind;

-- step: contacts
create unlogged table bench.people as
  select i * 8 + j as c, j, w, hot, p.id as company_id, bench.word(i * 8 + j, 300) as last_name,
    (array['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Finn', 'Greta', 'Hanna', 'Ida', 'Jonas', 'Karl', 'Lena', 'Max', 'Nora', 'Otto', 'Paul', 'Rosa', 'Sven', 'Tom', 'Ute'])[1 + bench.pick(i * 8 + j, 20, 20)] as first_name,
    one || '-' || two || '-' || to_hex(i) || '.example.com' as domain,
    created_at + j * interval '1 second' as created_at,
    bench.id('contact', i * 8 + j, created_at + j * interval '1 second') as id,
    (case when hot and j < 5 then timestamptz '2025-12-01 UTC' + bench.share(i * 8 + j, 21) * interval '30 days'
      else created_at + bench.share(i * 8 + j, 21) * (timestamptz '2025-11-30 UTC' - created_at) end)::timestamptz(3) as updated_at
  from bench.plan p, generate_series(0, case when hot then 6 else 1 end) as j;
insert into contacts (tenant_id, id, first_name, last_name, display_name, email, phone, title, company_id, company_link, owner_user_id, source, tags,
  created_at, updated_at, created_by, updated_by)
select bench.workspace(w), id, first_name, initcap(last_name), first_name || ' ' || initcap(last_name),
  lower(first_name) || '.' || last_name || '.' || to_hex(c) || '@' || domain, case when hot then '+4930' || lpad(c::text, 9, '0') end,
  -- Contacts match "Group" by themselves whenever their company does, so that peers, which do not look there, find the same.
  (case when bench.pick(c / 8, 2, 2) = 0 then array['Group Lead', 'Group Counsel'] else array['Head of Purchasing', 'Engineer'] end)[1 + bench.pick(c, 22, 2)],
  company_id, 'manual', bench.owner(w), 'import', '{}', created_at, updated_at, bench.actor(w), bench.actor(w)
from bench.people order by c;
insert into contact_companies (tenant_id, contact_id, company_id, is_primary, source, created_at, updated_at)
select tenant_id, id, company_id, true, 'import', created_at, created_at from contacts;
insert into contact_methods (tenant_id, id, contact_id, kind, value, label, is_primary, created_at, updated_at)
select tenant_id, bench.id(kind || id, 0, created_at), id, kind, value, 'work', true, created_at, created_at
from contacts, lateral (values ('email', email), ('phone', phone)) as m(kind, value) where value is not null;

-- step: notes
insert into notes (tenant_id, id, company_id, contact_id, body, author, created_at, updated_at, created_by, updated_by)
select bench.workspace(w), bench.id('note', n, at), company_id, contact_id,
  repeat('Called about the offer; wants to decide after the holidays. ', 1 + bench.pick(n, 31, 5)), bench.actor(w), at, at, bench.actor(w), bench.actor(w)
from (
  select i * 64 + nth as n, w, id as company_id, null::uuid as contact_id, created_at from bench.plan, generate_series(0, 4) as nth where hot
  union all
  select c * 8 + 5 + nth, w, null, id, created_at from bench.people, generate_series(0, 2) as nth where hot and j < 5
) as subject, lateral (select (created_at + bench.share(n, 30) * (timestamptz '2025-12-31 UTC' - created_at))::timestamptz(3) as at) as moment
order by at;

-- step: activities
insert into activities (tenant_id, id, type, subject, occurred_at, actor, source, event, created_at)
select bench.workspace(w), bench.id('activity', i * 4 + nth, at), 'system', 'Company updated', at, bench.actor(w), 'system', 'company.updated', at
from bench.plan, generate_series(0, 2) as nth,
  lateral (select (created_at + bench.share(i * 4 + nth, 40) * (timestamptz '2025-12-31 UTC' - created_at))::timestamptz(3) as at) as moment;
insert into activity_links (tenant_id, entity, entity_id, occurred_at, activity_id)
select bench.workspace(w), 'company', id, at, bench.id('activity', i * 4 + nth, at)
from bench.plan, generate_series(0, 2) as nth,
  lateral (select (created_at + bench.share(i * 4 + nth, 40) * (timestamptz '2025-12-31 UTC' - created_at))::timestamptz(3) as at) as moment;
insert into activity_links (tenant_id, entity, entity_id, occurred_at, activity_id)
select a.tenant_id, 'contact', p.id, a.occurred_at, a.id
from bench.people p join bench.plan c on c.id = p.company_id
  cross join lateral (select (c.created_at + bench.share(c.i * 4, 40) * (timestamptz '2025-12-31 UTC' - c.created_at))::timestamptz(3) as at) as moment
  join activities a on a.tenant_id = bench.workspace(p.w) and a.id = bench.id('activity', c.i * 4, at)
where p.j = 0;

-- step: deals
-- Two for each company, in which its first contacts take part. What is worked on now is open; of the others two in seven are closed.
create unlogged table bench.sales as
  select i * 2 + k as n, w, p.id as company_id, one, k, hot, p.created_at, p.updated_at,
    bench.id('deal', i * 2 + k, p.created_at + k * interval '1 second') as id,
    bench.pick(i * 2 + k, 50, case when hot then 5 else 7 end) + 1 as position
  from bench.plan p, generate_series(0, 1) as k;
insert into deals (tenant_id, id, name, company_id, value, currency, pipeline_id, stage, status, probability, expected_close_on, stage_entered_at,
  closed_at, lost_reason, owner_user_id, source, created_at, updated_at, created_by, updated_by)
select s.tenant_id, d.id, initcap(d.one) || (array[' rollout', ' renewal', ' pilot', ' extension'])[1 + bench.pick(d.n, 51, 4)], d.company_id,
  100 * bench.pick(d.n, 52, 5000), 'EUR', s.pipeline_id, s.key, s.category, s.probability, (d.updated_at + interval '60 days')::date, d.updated_at,
  case when s.category <> 'open' then d.updated_at end, case when s.category = 'lost' then 'price' end, bench.owner(d.w), 'import',
  d.created_at, d.updated_at, bench.actor(d.w), bench.actor(d.w)
from bench.sales d join deal_stages s on s.tenant_id = bench.workspace(d.w) and s.position = d.position order by d.n;
insert into deal_stage_entries (tenant_id, id, deal_id, pipeline_id, stage, label, status, entered_at, actor, created_at, updated_at)
select d.tenant_id, bench.id('entry' || d.id, 0, d.created_at), d.id, d.pipeline_id, d.stage, s.label, d.status, d.stage_entered_at, d.created_by, d.created_at, d.created_at
from deals d join deal_stages s on s.tenant_id = d.tenant_id and s.pipeline_id = d.pipeline_id and s.key = d.stage;
insert into deal_contacts (tenant_id, id, deal_id, contact_id, role, created_at, updated_at)
select bench.workspace(d.w), bench.id('part' || d.id, p.j, d.created_at), d.id, p.id, case p.j when 0 then 'decision_maker' else 'user' end, d.created_at, d.created_at
from bench.sales d join bench.people p on p.company_id = d.company_id and p.j < 5;

-- step: communications
-- A thread for each company with its first contact: 6 messages in workspace 0, so 300,000 of 100,000 companies, and one elsewhere.
create unlogged table bench.messages as
  select i * 8 + nth as n, nth, c.w, bench.id('thread', i, p.updated_at) as thread_id, p.id as company_id, c.id as contact_id,
    c.first_name || ' ' || initcap(c.last_name) as name, lower(c.first_name) || '.' || c.last_name || '@' || c.domain as address,
    -- With a letter that begins no name, so that only the topic is found.
    'w' || bench.word(i * 8 + nth, 400) as topic, bench.id('message', i * 8 + nth, p.updated_at + nth * interval '1 minute') as id,
    p.updated_at + nth * interval '1 minute' as at, nth = case p.w when 0 then 5 else 0 end as is_last
  from bench.plan p join bench.people c on c.company_id = p.id and c.j = 0, generate_series(0, case p.w when 0 then 5 else 0 end) as nth;
insert into communication_threads (tenant_id, id, subject, channel, message_count, last_message_id, last_message_at, company_id,
  created_at, updated_at, created_by, updated_by)
select bench.workspace(w), thread_id, 'About ' || topic, 'email', nth + 1, id, at, company_id, at, at, bench.actor(w), bench.actor(w)
from bench.messages where is_last order by n;
insert into communications (tenant_id, id, channel, direction, purpose, status, subject, body_text, snippet, thread_id, company_id, occurred_at,
  created_at, updated_at, created_by, updated_by)
select bench.workspace(w), id, 'email', 'outbound', 'general', 'logged', 'About ' || topic,
  'As we said about ' || topic || ' on the phone, the offer stands until the end of the month.', 'As we said about ' || topic || ' on the phone',
  thread_id, company_id, at, at, at, bench.actor(w), bench.actor(w)
from bench.messages order by n;
insert into communication_participants (tenant_id, id, communication_id, position, role, address, name, contact_id, created_at, updated_at)
select bench.workspace(w), id, id, 0, 'to', address, name, contact_id, at, at from bench.messages order by n;
insert into communication_contacts (tenant_id, communication_id, contact_id, is_link, created_at, updated_at)
select bench.workspace(w), id, contact_id, false, at, at from bench.messages order by n;

-- step: indexes
do $$ declare one record; begin
  for one in select * from bench.indexes where name not like 'search_tokens%' loop execute one.definition; end loop;
end $$;

-- step: search tokens
-- By the functions that the triggers use too; prove.ts holds a sample against the triggers.
insert into search_tokens (tenant_id, entity, token, record_id)
select c.tenant_id, 'company', token, c.id from companies c, unnest(company_words(c)) as token;
insert into search_tokens (tenant_id, entity, token, record_id)
select c.tenant_id, 'contact', token, c.id from contacts c, unnest(contact_words(c)) as token;
insert into search_tokens (tenant_id, entity, token, record_id)
select d.tenant_id, 'deal', token, d.id from deals d, unnest(deal_words(d)) as token;
insert into search_tokens (tenant_id, entity, token, record_id)
select c.tenant_id, 'communication', token, c.id from communications c, unnest(communication_words(c)) as token;
do $$ declare one record; begin
  for one in select * from bench.indexes where name like 'search_tokens%' loop
    execute one.definition;
    if one.constraint_name is not null then
      execute format('alter table %s add constraint %I primary key using index %s', one.table_name, one.constraint_name, one.name);
    end if;
  end loop;
end $$;

-- step: clean up
drop table bench.plan, bench.people, bench.sales, bench.messages, bench.indexes;
