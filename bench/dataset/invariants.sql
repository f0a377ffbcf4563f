-- What the per-row triggers and foreign keys would have enforced while rows.sql ran without them: each statement counts
-- the rows that break a rule, and must answer 0. Split at the lines "-- rule:". Foreign keys: prove.ts, from the catalogue.

-- rule: one identifier of each type is primary
select count(*) as broken from (
  select from company_identifiers group by tenant_id, company_id, identifier_type having count(*) filter (where is_primary) <> 1) as b

-- rule: website and domain equal the primary identifiers
select count(*) as broken from companies c
  left join company_identifiers w on w.tenant_id = c.tenant_id and w.company_id = c.id and w.identifier_type = 'website' and w.is_primary
  left join company_identifiers d on d.tenant_id = c.tenant_id and d.company_id = c.id and d.identifier_type = 'email_domain' and d.is_primary
where c.website is distinct from w.value or c.domain is distinct from d.value

-- rule: one method of each kind is primary
select count(*) as broken from (
  select from contact_methods group by tenant_id, contact_id, kind having count(*) filter (where is_primary) <> 1) as b

-- rule: email, phone and company of a contact equal the primary ones
select count(*) as broken from contacts c
  left join contact_methods e on e.tenant_id = c.tenant_id and e.contact_id = c.id and e.kind = 'email' and e.is_primary
  left join contact_methods p on p.tenant_id = c.tenant_id and p.contact_id = c.id and p.kind = 'phone' and p.is_primary
  left join contact_companies a on a.tenant_id = c.tenant_id and a.contact_id = c.id and a.is_primary
where c.email is distinct from e.value or c.phone is distinct from p.value or c.company_id is distinct from a.company_id

-- rule: a client has its number in the ledger
select count(*) as broken from companies c
where c.client_id is not null and not exists (
  select from client_numbers n where n.tenant_id = c.tenant_id and n.number = c.client_id and n.company_id = c.id)

-- rule: every live company and contact has search tokens, and no token lacks its record
select (select count(*) from companies c where not exists (
    select from search_tokens s where s.tenant_id = c.tenant_id and s.entity = 'company' and s.record_id = c.id))
  + (select count(*) from contacts c where not exists (
    select from search_tokens s where s.tenant_id = c.tenant_id and s.entity = 'contact' and s.record_id = c.id))
  + (select count(*) from search_tokens s left join companies c on c.tenant_id = s.tenant_id and c.id = s.record_id
    where s.entity = 'company' and c.id is null)
  + (select count(*) from search_tokens s left join contacts c on c.tenant_id = s.tenant_id and c.id = s.record_id
    where s.entity = 'contact' and c.id is null) as broken

-- rule: every deal is in one stage of its history, the one that it names
select count(*) as broken from deals d where (
  select count(*) from deal_stage_entries e
  where e.tenant_id = d.tenant_id and e.deal_id = d.id and e.left_at is null and e.stage = d.stage and e.entered_at = d.stage_entered_at) <> 1

-- rule: every company is known to the matcher by its names
select count(*) as broken from companies c where exists (
  select from unnest(match_names(c.name, c.legal_name)) as form where not exists (
    select from company_names n where n.tenant_id = c.tenant_id and n.company_id = c.id and n.name = form))
