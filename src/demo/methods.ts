// The contact methods of a demo workspace: email addresses, phone numbers, profiles.
import { type CompanyRow, phone, type Row } from './companies.ts';
import type { Country } from './places.ts';
import type { Random } from './random.ts';
import { asciiLabel } from './spelling.ts';

type Kind = 'email' | 'phone' | 'profile';

interface Setting {
  company: CompanyRow | undefined;
  country: Country;
  /** Email addresses that are already in use. */
  usedAddresses: Set<string>;
}

/** A row of the table contacts, with types for the columns that the rest of the demo reads. */
export interface ContactRow {
  tenant_id: string;
  id: string;
  display_name: string;
  email: string | null;
  phone: string | null;
  title: string | null;
  company_id: string | null;
  created_at: Date;
  updated_at: Date;
  [column: string]: unknown;
}

/** Adds email addresses, phone numbers and profiles to a contact; the first of each kind is the primary one. */
export function addContactMethods(
  random: Random,
  methods: Row[],
  contact: ContactRow,
  { company, country, usedAddresses }: Setting,
): void {
  const kinds = new Set<Kind>();
  const add = (kind: Kind, value: string, fields: Row): void => {
    const isPrimary = !kinds.has(kind);
    kinds.add(kind);
    methods.push({ ...methodRow(random, contact, kind, value, isPrimary), ...fields });
    if (isPrimary && kind !== 'profile') contact[kind] = value;
  };
  const addAddress = (value: string, fields: Row): void => {
    if (usedAddresses.has(value)) return;
    usedAddresses.add(value);
    add('email', value, fields);
  };
  const name = asciiLabel(contact.display_name, country.language, '.');
  const host = company?.domain ?? company?.website ?? 'mail.example.org';
  if (random.chance(0.93)) addAddress(`${name}@${host}`, { label: 'work' });
  if (random.chance(0.12)) addAddress(`${name}@post.example.net`, { label: 'home' });
  // An address that the people of an office share.
  if (company?.domain && random.chance(0.03))
    add('email', `office@${company.domain}`, { label: 'work', is_shared: true });
  if (random.chance(0.6)) add('phone', phone(random, random.pick(country.phones)), { label: 'work' });
  if (random.chance(0.45)) add('phone', phone(random, country.mobile), { label: 'mobile' });
  if (random.chance(0.2)) add('profile', `https://social.example/@${name}`, { network: 'mastodon' });
}

function methodRow(
  random: Random,
  { tenant_id, id, created_at, updated_at }: ContactRow,
  kind: Kind,
  value: string,
  isPrimary: boolean,
): Row {
  const addedAt = isPrimary ? created_at : random.workday(created_at, updated_at);
  return {
    tenant_id,
    id: random.id(addedAt),
    contact_id: id,
    kind,
    value,
    label: null,
    network: null,
    is_primary: isPrimary,
    is_valid: random.chance(0.97),
    is_shared: false,
    live: true,
    created_at: addedAt,
    updated_at: addedAt,
  };
}
