// The contacts of a demo workspace, with their contact methods, companies and consent.
import { displayNameOf } from '../domains/contacts/rules.ts';
import type { CompanyRow, Row } from './companies.ts';
import { addContactMethods, type ContactRow } from './methods.ts';
import { COUNTRIES } from './places.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff } from './staff.ts';
import type { DemoWorkspace } from './workspaces.ts';

/** Rows of the tables of contacts. */
export interface ContactRows {
  contacts: ContactRow[];
  methods: Row[];
  companies: Row[];
}

const TITLES: readonly (readonly [title: string, department: string, role: string | null])[] = [
  ['Managing Director', 'Management', 'Decision maker'],
  ['Owner', 'Management', 'Decision maker'],
  ['Head of Purchasing', 'Purchasing', 'Economic buyer'],
  ['Purchaser', 'Purchasing', null],
  ['Head of IT', 'IT', 'Technical buyer'],
  ['ERP Project Lead', 'IT', 'Champion'],
  ['Head of Logistics', 'Logistics', 'User'],
  ['Warehouse Manager', 'Logistics', 'User'],
  ['Head of Sales', 'Sales', 'Champion'],
  ['Inside Sales', 'Sales', 'User'],
  ['Chief Financial Officer', 'Finance', 'Economic buyer'],
  ['Accountant', 'Finance', null],
  ['Marketing Manager', 'Marketing', 'Champion'],
  ['Brand Manager', 'Marketing', 'Decision maker'],
  ['Assistant to the Board', 'Management', null],
];
/** Job titles at the customers of a design studio, which have no IT or logistics projects. */
const STUDIO_TITLES = TITLES.filter(([, department]) => department !== 'IT' && department !== 'Logistics');
const TAGS = [
  'speaker',
  'newsletter',
  'fair 2025',
  'user group',
  'early adopter',
  'skeptic',
  'former client',
  'invite 2026',
];
const STATES = { active: 90, inactive: 6, left_company: 4 };
const CONSENT = { opted_in: 55, unknown: 33, opted_out: 12 };
const CONSENT_SOURCES = ['Webinar registration', 'Trade fair, signed card', 'Double opt-in form', 'By phone'];
const CHANNELS = ['email', 'phone', 'video', 'in_person', 'chat'];
const INTERESTS = [
  'sailing',
  'lean warehousing',
  'EDI standards',
  'jazz',
  'cycling',
  'pricing analytics',
  'grandchildren',
  'robotics',
  'typography',
  'wine',
];
const INTENTS = [
  'Win as a reference for the region; speaks at two trade fairs a year.',
  'Keep close through the change of the board in spring.',
  'Introduce to the user group: would rather hear it from peers.',
  'Repair after the delayed go-live; wants to see one thing finished.',
  'Renew the framework contract before the tender opens.',
];
const CONTEXT = [
  'Prefers to be called after four. Do not mention the former supplier.',
  'Was passed over for the board; handle with tact.',
  'Works four days; not reachable on Fridays.',
];

/** Draws the contacts of a workspace; most work at one of its companies. */
export function drawContacts(
  random: Random,
  workspace: DemoWorkspace,
  companies: readonly CompanyRow[],
  staff: Staff,
  now: Date,
): ContactRows {
  const rows: ContactRows = { contacts: [], methods: [], companies: [] };
  const live = companies.filter(({ deleted_at }) => !deleted_at);
  const addresses = new Set<string>();
  while (rows.contacts.length < workspace.contacts) {
    const company = random.chance(0.95) ? random.pick(live) : undefined;
    const code = company?.address.country ?? workspace.country;
    const contact = drawContact(random, { trade: workspace.trade, code, company }, staff, now);
    if (company) addEmployment(random, rows, contact, company, live);
    addContactMethods(random, rows.methods, contact, {
      company,
      country: COUNTRIES[code]!,
      usedAddresses: addresses,
    });
    rows.contacts.push(contact);
  }
  return rows;
}

const NOWHERE = { line1: null, line2: null, region: null, postalCode: null };

interface Post {
  trade: DemoWorkspace['trade'];
  /** Code of the country. */
  code: string;
  company: CompanyRow | undefined;
}

function drawContact(random: Random, { trade, code, company }: Post, staff: Staff, now: Date): ContactRow {
  const country = COUNTRIES[code]!;
  const createdAt = random.workday(company?.created_at ?? daysBefore(now, 700), daysBefore(now, 1));
  const firstName = random.pick(country.firstNames);
  const lastName = random.pick(country.surnames);
  const [title, department] = random.pick(trade === 'studio' ? STUDIO_TITLES : TITLES);
  const source = random.weighted({ manual: 55, import: 30, email: 8, api: 7 });
  return {
    tenant_id: staff.tenantId,
    id: random.id(createdAt),
    version: random.int(1, 6),
    prefix: random.chance(0.04) ? 'Dr.' : null,
    first_name: firstName,
    last_name: lastName,
    display_name: displayNameOf({ firstName, lastName }),
    email: null,
    phone: null,
    title: company && random.chance(0.9) ? title : null,
    department: company && random.chance(0.7) ? department : null,
    timezone: random.chance(0.8) ? country.timeZone : null,
    locale: random.chance(0.8) ? country.locale : null,
    address: company ? null : { ...NOWHERE, city: random.pick(country.cities)[0], country: code },
    company_id: null,
    company_link: null,
    owner_user_id: random.chance(0.85) ? staff.seller(random).id : null,
    source,
    status: company ? random.weighted(STATES) : 'active',
    do_not_contact: random.chance(0.03),
    consent: consent(random, createdAt, staff),
    ...relationship(random, staff),
    tags: random.chance(0.4) ? random.some(TAGS, 2) : [],
    custom_fields: {},
    created_at: createdAt,
    updated_at: random.workday(createdAt, now),
    created_by: staff.author(random, source),
    updated_by: staff.author(random, 'manual'),
  };
}

function consent(random: Random, since: Date, staff: Staff): Row {
  const recorded: Row = {};
  for (const channel of ['email', 'phone'] as const) {
    const state = random.weighted(CONSENT);
    if (state === 'unknown') continue;
    recorded[channel] = {
      state,
      source: random.pick(CONSENT_SOURCES),
      at: since.toISOString(),
      by: actor(staff.seller(random)),
    };
  }
  return recorded;
}

/** Draws relationship fields; some are governed, so that the demo's roles see different ones. */
function relationship(random: Random, staff: Staff): Row {
  const hasCadence = random.chance(0.4);
  return {
    desired_cadence_days: hasCadence ? random.pick([14, 30, 30, 60, 90, 180]) : null,
    preferred_channel: hasCadence ? random.pick(CHANNELS) : null,
    steward_user_id: hasCadence && random.chance(0.7) ? staff.seller(random).id : null,
    relationship_intent: hasCadence && random.chance(0.4) ? random.pick(INTENTS) : null,
    interests: hasCadence && random.chance(0.5) ? random.some(INTERESTS, 3) : null,
    context_notes: hasCadence && random.chance(0.2) ? random.pick(CONTEXT) : null,
  };
}

/** Links a contact to its company: as a former one if the contact has left, and for some to a second company. */
function addEmployment(
  random: Random,
  { companies }: ContactRows,
  contact: ContactRow,
  company: CompanyRow,
  others: readonly CompanyRow[],
): void {
  const add = (employer: CompanyRow, fields: Row): void => {
    companies.push({
      tenant_id: contact.tenant_id,
      contact_id: contact.id,
      company_id: employer.id,
      role: null,
      title: null,
      is_primary: false,
      started_on: null,
      ended_on: null,
      source: 'manual',
      created_at: contact.created_at,
      updated_at: contact.updated_at,
      ...fields,
    });
  };
  const title = contact.title as string | null;
  const role = TITLES.find(([known]) => known === title)?.[2] ?? null;
  const startedOn = random.chance(0.3) ? day(daysBefore(contact.created_at, random.int(30, 3000))) : null;
  if (contact.status === 'left_company') {
    add(company, { role, title, started_on: startedOn, ended_on: day(contact.updated_at) });
    return;
  }
  contact.company_id = company.id;
  contact.company_link = random.chance(0.4) && company.domain ? 'auto_domain' : 'manual';
  add(company, { role, title, is_primary: true, started_on: startedOn, source: contact.company_link });
  const second = random.pick(others);
  if (random.chance(0.05) && second.id !== company.id) add(second, { role: 'Advisory board' });
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
