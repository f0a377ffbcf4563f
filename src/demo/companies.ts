// The companies of a demo workspace: groups and single firms, with identifiers and client numbers.
import { normalizeIdentifier } from '../domains/companies/rules.ts';
import { COUNTRIES, type Country } from './places.ts';
import { daysBefore, type Random } from './random.ts';
import { asciiLabel, nativeLabel } from './spelling.ts';
import type { Staff } from './staff.ts';
import { TRADES, type Trade } from './trades.ts';
import type { DemoWorkspace } from './workspaces.ts';

/** A row of the table companies, with types for the columns that the rest of the demo reads. */
export interface CompanyRow {
  tenant_id: string;
  id: string;
  name: string;
  website: string | null;
  domain: string | null;
  client_id: string | null;
  owner_user_id: string | null;
  address: { city: string; country: string };
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  merged_into_id: string | null;
  [column: string]: unknown;
}

export type Row = Record<string, unknown>;

/** Rows of the tables of companies. */
export interface CompanyRows {
  companies: CompanyRow[];
  identifiers: Row[];
  clientNumbers: Row[];
}

const TAGS: Readonly<Record<DemoWorkspace['trade'], readonly string[]>> = {
  wholesale: [
    'key account',
    'fair 2025',
    'newsletter',
    'reference',
    'pilot',
    'price-sensitive',
    'seasonal',
    'framework contract',
    'webshop',
    'EDI',
  ],
  studio: ['identity', 'signage', 'packaging', 'reference', 'retainer', 'tender', 'friend of the house'],
};
const TYPES = { prospect: 46, client: 33, partner: 7, vendor: 6, competitor: 3, investor: 1, other: 4 };
const CLIENT_STATES = { active: 66, onboarding: 12, at_risk: 10, paused: 5, churned: 7 };
const SOURCES = { manual: 50, import: 30, api: 10, enrichment: 6, email: 4 };
/** The word for a group of companies in each language. */
const GROUP_WORD: Readonly<Record<Country['language'], string>> = {
  de: 'Gruppe',
  nl: 'Groep',
  fr: 'Groupe',
  it: 'Gruppo',
  sv: 'Koncernen',
  en: 'Group',
};
const SHARE_OF_GROUPS = 0.05;
const SHARE_DELETED = 0.013;

/** The facts from which a company is drawn. */
interface Sketch {
  country: string;
  trade: Trade;
  family: string;
  name: string;
  parentId: string | null;
  /** The city, for a company that has it in its name. */
  city?: string;
}

/** Draws the companies of a workspace. */
export function drawCompanies(
  random: Random,
  workspace: DemoWorkspace,
  staff: Staff,
  now: Date,
): CompanyRows {
  const rows: CompanyRows = { companies: [], identifiers: [], clientNumbers: [] };
  const usedHosts = new Set<string>();
  const add = (sketch: Sketch): CompanyRow => {
    const company = drawCompany(random, workspace, sketch, staff, now);
    addIdentifiers(random, rows, company, usedHosts);
    if (company.company_type === 'client') addClientNumber(random, rows, company);
    rows.companies.push(company);
    return company;
  };
  while (rows.companies.length < workspace.companies) {
    const sketch = drawSketch(random, workspace, rows.companies);
    const left = workspace.companies - rows.companies.length;
    if (left < 6 || !random.chance(SHARE_OF_GROUPS)) {
      add(sketch);
      continue;
    }
    const { language, cities } = COUNTRIES[sketch.country]!;
    const head = add({ ...sketch, name: `${sketch.family} ${GROUP_WORD[language]}` });
    for (const [city] of random.some(cities, random.int(2, 5))) {
      const daughter = add({ ...sketch, name: `${sketch.name} ${city}`, parentId: head.id, city });
      if (random.chance(0.2))
        add({ ...sketch, name: `${sketch.family} Logistik ${city}`, parentId: daughter.id, city });
    }
  }
  rows.companies.splice(workspace.companies);
  return withoutOrphans(rows);
}

/** Removes rows of companies that were drawn in excess, as the last group may have been. */
function withoutOrphans(rows: CompanyRows): CompanyRows {
  const ids = new Set<unknown>(rows.companies.map(({ id }) => id));
  const belongsToCompany = ({ company_id }: Row): boolean => ids.has(company_id);
  return {
    ...rows,
    identifiers: rows.identifiers.filter(belongsToCompany),
    clientNumbers: rows.clientNumbers.filter(belongsToCompany),
  };
}

function drawSketch(
  random: Random,
  { markets, trade: kind }: DemoWorkspace,
  existing: readonly CompanyRow[],
): Sketch {
  const country = random.weighted(markets);
  const { surnames, language } = COUNTRIES[country]!;
  const trade = random.pick(TRADES[kind]);
  const family = random.pick(surnames);
  const names = [
    `${family} ${trade.inName[language]}`,
    `${family} & ${random.pick(surnames.filter((other) => other !== family))}`,
    `${trade.inName[language]} ${family}`,
  ];
  const free = names.find((name) => !existing.some((other) => other.name === name));
  return {
    country,
    trade,
    family,
    name: free ?? `${names[0]} ${random.pick(COUNTRIES[country]!.cities)[0]}`,
    parentId: null,
  };
}

/** Values of a company before its identifiers and its client number are drawn. */
const UNIDENTIFIED = { website: null, domain: null, client_id: null, client_status: null };

function drawCompany(
  random: Random,
  workspace: DemoWorkspace,
  sketch: Sketch,
  staff: Staff,
  now: Date,
): CompanyRow {
  const { country: code, trade, name, parentId } = sketch;
  const country = COUNTRIES[code]!;
  const createdAt = random.workday(daysBefore(now, 900), daysBefore(now, 2));
  const updatedAt = random.workday(createdAt, now);
  const deletedAt = random.chance(SHARE_DELETED) && !parentId ? updatedAt : null;
  const source = random.weighted(SOURCES);
  return {
    tenant_id: staff.tenantId,
    id: random.id(createdAt),
    version: random.int(1, 9),
    name,
    legal_name: random.chance(0.85) ? `${name} ${random.pick(country.legalForms)}` : null,
    ...UNIDENTIFIED,
    company_type: deletedAt ? 'prospect' : random.weighted(TYPES),
    industry: random.chance(0.9) ? trade.industry : null,
    description: random.chance(0.7) ? `${name} ${random.pick(trade.does)}.` : null,
    phone: random.chance(0.75) ? phone(random, random.pick(country.phones)) : null,
    address: address(random, country, code, sketch.city),
    ...size(random, country, workspace),
    owner_user_id: random.chance(0.9) ? staff.seller(random).id : null,
    parent_company_id: parentId,
    source,
    tags: random.chance(0.6) ? random.some(TAGS[workspace.trade], random.int(1, 3)) : [],
    custom_fields: {},
    created_at: createdAt,
    updated_at: updatedAt,
    created_by: staff.author(random, source),
    updated_by: staff.author(random, 'manual'),
    deleted_at: deletedAt,
    merged_into_id: null,
  };
}

/** Draws a fictional phone number: each # becomes a digit. */
export function phone(random: Random, template: string): string {
  return template.replace(/#/g, () => String(random.int(0, 9)));
}

function address(random: Random, { cities, streets, numberFirst }: Country, country: string, at?: string) {
  const [city, region, postalCode] = cities.find(([name]) => name === at) ?? random.pick(cities);
  const [street, house] = [random.pick(streets), random.int(1, 148)];
  const line1 = numberFirst ? `${house} ${street}` : `${street} ${house}`;
  return { line1, line2: null, city, region, postalCode, country };
}

/** Draws size and revenue: most companies are small, a few are large; revenue follows the number of employees. */
function size(random: Random, { currency }: Country, { trade }: DemoWorkspace): Row {
  const employees = Math.round(Math.exp(1.6 + (trade === 'studio' ? 4.5 : 6) * random.next() ** 1.7));
  const hasRevenue = random.chance(0.65);
  return {
    employee_count: random.chance(0.88) ? employees : null,
    annual_revenue: hasRevenue ? String(employees * random.int(90, 420) * 1000) : null,
    revenue_currency: hasRevenue ? currency : null,
  };
}

/** Gives a company its website and email domain, on hosts that are reserved for examples. */
function addIdentifiers(
  random: Random,
  { identifiers }: CompanyRows,
  company: CompanyRow,
  usedHosts: Set<string>,
): void {
  const { language } = COUNTRIES[company.address.country]!;
  const label = random.chance(0.06) ? nativeLabel(company.name) : asciiLabel(company.name, language, '-');
  const hosts = ['example.com', 'example.net', 'example.org'].map((suffix) => `${label}.${suffix}`);
  const host = hosts.find((candidate) => !usedHosts.has(candidate));
  // If three companies already have the name, this one gets no website.
  if (!host) return;
  usedHosts.add(host);
  const add = (...kind: Parameters<typeof identifierRow>[2]): string => {
    const row = identifierRow(random, company, kind);
    identifiers.push(row);
    return row.value;
  };
  if (random.chance(0.92)) {
    company.website = add('website', host, null);
    if (random.chance(0.15)) add('website', `shop.${host}`, 'Shop');
  }
  if (random.chance(0.86)) {
    company.domain = add('email_domain', host, null);
    if (random.chance(0.08)) add('email_domain', `service.${host}`, 'Service desk');
  }
}

/** Returns a row of an identifier; the one without a label is the primary one of its type. */
function identifierRow(
  random: Random,
  { tenant_id, id, created_at, updated_at, deleted_at }: CompanyRow,
  [type, host, label]: [type: 'website' | 'email_domain', host: string, label: string | null],
) {
  const { value, valueUnicode } = normalizeIdentifier(type, host, 'value');
  const addedAt = label === null ? created_at : random.workday(created_at, updated_at);
  return {
    tenant_id,
    id: random.id(addedAt),
    company_id: id,
    identifier_type: type,
    value,
    value_unicode: valueUnicode,
    label,
    is_primary: label === null,
    source: label === null ? 'compat_field' : 'manual',
    metadata: {},
    live: deleted_at === null,
    created_at: addedAt,
    updated_at: addedAt,
  };
}

/** Makes a company a client or a former client, whose number is only in the table of client numbers. */
function addClientNumber(random: Random, { clientNumbers }: CompanyRows, company: CompanyRow): void {
  const clientId = `C-${String(clientNumbers.length + 1).padStart(5, '0')}`;
  const isFormer = random.chance(0.06);
  company.client_id = isFormer ? null : clientId;
  company.client_status = isFormer ? 'former' : random.weighted(CLIENT_STATES);
  const issuedAt = random.workday(company.created_at, company.updated_at);
  clientNumbers.push({
    tenant_id: company.tenant_id,
    number: clientId,
    company_id: company.id,
    issued_at: issuedAt,
  });
}
