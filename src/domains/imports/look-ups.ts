// Finds the records that the rows of a file refer to, by any of their identifying values, one statement for all rows.
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { identifiersOf } from '../companies/input.ts';
import { normalizeMethod } from '../contacts/methods.ts';
import { CellError } from './cells.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A record found by a value. */
export interface Found {
  id: string;
  version: number;
}

const byId = (table: string) => `select r.id::text as key, r.id, r.version from ${table} r
  where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.deleted_at is null`;

const byIdentifier = (type: string) => `select distinct i.value as key, c.id, c.version
  from company_identifiers i join companies c on c.tenant_id = $1 and c.id = i.company_id and c.deleted_at is null
  where i.tenant_id = $1 and i.identifier_type = '${type}' and i.live and i.value = any($2::text[])`;

const byMethod = (kind: string) => `select distinct m.value as key, c.id, c.version
  from contact_methods m join contacts c on c.tenant_id = $1 and c.id = m.contact_id and c.deleted_at is null
  where m.tenant_id = $1 and m.kind = '${kind}' and m.live and m.value = any($2::text[])`;

const byName = (
  table: string,
  name: string,
) => `select lower(r.${name}) as key, r.id, r.version from ${table} r
  where r.tenant_id = $1 and lower(r.${name}) = any($2::text[]) and r.deleted_at is null`;

const MEMBER = `select USER_KEY as key, u.id, 1 as version from memberships m join users u on u.id = m.user_id
  where m.tenant_id = $1 and m.status = 'active' and USER_KEY = any($2::text[])`;

/** The statements by kind and value: $2 are the normalized values, `key` is the one by which a record was found. */
const STATEMENTS: Record<string, string> = {
  'user.id': MEMBER.replaceAll('USER_KEY', 'u.id::text'),
  'user.email': MEMBER.replaceAll('USER_KEY', 'lower(u.email)'),
  'company.id': byId('companies'),
  'company.client_number': `select c.client_id as key, c.id, c.version from companies c
    where c.tenant_id = $1 and c.client_id = any($2::text[]) and c.deleted_at is null`,
  'company.domain': byIdentifier('email_domain'),
  'company.website': byIdentifier('website'),
  'company.name': `select distinct k.key, c.id, c.version from unnest($2::text[]) k(key)
    join company_names n on n.tenant_id = $1 and n.name = any (match_names(k.key))
    join companies c on c.tenant_id = $1 and c.id = n.company_id and c.deleted_at is null`,
  'contact.id': byId('contacts'),
  'contact.email': byMethod('email'),
  'contact.phone': byMethod('phone'),
  'deal.id': byId('deals'),
  'competitor.id': byId('competitors'),
  'competitor.name': byName('competitors', 'name'),
  'pipeline.name': byName('deal_pipelines', 'name'),
  'project.id': byId('projects'),
  'project.number': byName('projects', 'number'),
  'project.name': byName('projects', 'name'),
  'task.id': byId('tasks'),
};

/** Returns a value as it is looked up. @throws CellError for one that no record can have */
export async function lookUpKey(
  ctx: TenantContext,
  kind: string,
  by: string,
  value: string,
): Promise<string> {
  const text = value.trim();
  try {
    if (by === 'id') return uuidOf(text);
    if (kind === 'company' && by === 'domain')
      return identifiersOf({ domain: text }).get('email_domain')!.value;
    if (kind === 'company' && by === 'website') return identifiersOf({ website: text }).get('website')!.value;
    if (kind === 'contact' && (by === 'email' || by === 'phone'))
      return (await normalizeMethod(ctx, by, text, by)).value;
  } catch (error) {
    if (error instanceof ServiceError) throw new CellError(codeOf(error), messageOf(error));
    throw error;
  }
  return kind === 'company' ? text : text.toLowerCase();
}

function codeOf({ extras }: ServiceError): string {
  return extras.fields?.[0]?.rule === 'personal_email_domain' ? 'PERSONAL_DOMAIN' : 'INVALID_FORMAT';
}

function messageOf(error: ServiceError): string {
  return error.extras.fields?.[0]?.message ?? error.message;
}

function uuidOf(text: string): string {
  if (!UUID.test(text)) throw new CellError('INVALID_FORMAT', 'Give an id, which is a UUID.');
  return text.toLowerCase();
}

/** Collects the values of many rows, looks all of them up, and answers for each. */
export class LookUps {
  readonly #wanted = new Map<string, Set<string>>();
  readonly #found = new Map<string, Map<string, Found[]>>();

  want(kind: string, by: string, key: string): void {
    const name = `${kind}.${by}`;
    const keys = this.#wanted.get(name) ?? new Set();
    this.#wanted.set(name, keys.add(key));
  }

  /** Runs one statement for each kind of value. */
  async run(ctx: TenantContext): Promise<void> {
    for (const [name, keys] of this.#wanted) {
      const rows = await ctx.tx.rows<Found & { key: string }>(STATEMENTS[name]!, [ctx.tenantId, [...keys]]);
      const byKey = this.#found.get(name) ?? new Map<string, Found[]>();
      for (const { key, id, version } of rows) byKey.set(key, [...(byKey.get(key) ?? []), { id, version }]);
      this.#found.set(name, byKey);
    }
    this.#wanted.clear();
  }

  of(kind: string, by: string, key: string): Found[] {
    return this.#found.get(`${kind}.${by}`)?.get(key) ?? [];
  }
}
