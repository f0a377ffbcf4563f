// The schema and SQL of the hand-written dataloader server, as a careful team without a framework would write them.
import DataLoader from 'dataloader';
import { buildSchema } from 'graphql';
import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { ownerId } from '../dataset/sizes.ts';

export const schema = buildSchema(`
  scalar UUID scalar DateTime scalar JSON
  type Query {
    company(id: UUID!): Company
    companies(page: Int, pageSize: Int, first: Int, search: String): CompanyList
    contacts(first: Int, search: String): ContactList
  }
  type Mutation { createCompany(input: CreateCompanyInput!): Company }
  input CreateCompanyInput { name: String! website: String! domain: String! }
  type CompanyList { nodes: [Company!]! total: Int! totalIsEstimate: Boolean! }
  type ContactList { nodes: [Contact!]! }
  type NoteList { nodes: [Note!]! }
  type Address { line1: String line2: String city: String region: String postalCode: String country: String }
  type Actor { type: String! id: UUID label: String! }
  type Company {
    id: UUID! version: Int! name: String! legalName: String website: String domain: String clientId: String clientStatus: String
    companyType: String! industry: String description: String phone: String linkedinUrl: String address: Address employeeCount: Int
    annualRevenue: String revenueCurrency: String ownerUserId: UUID parentCompanyId: UUID source: String! tags: [String!]! customFields: JSON!
    identifiers: [Identifier!]! counts: Counts! primaryContacts(first: Int!): ContactList! notes(first: Int!): NoteList!
    createdAt: DateTime! updatedAt: DateTime! createdBy: Actor! updatedBy: Actor! deletedAt: DateTime
  }
  type Counts { children: Int! }
  type Identifier { id: UUID! identifierType: String! value: String! valueUnicode: String! label: String isPrimary: Boolean! source: String!
    metadata: JSON! createdAt: DateTime! updatedAt: DateTime! }
  type Contact { id: UUID! displayName: String! email: String title: String notes(first: Int!): NoteList! deals(first: Int!): PartList! }
  type PartList { nodes: [Part!]! }
  type Part { role: String! deal: Deal }
  type Deal { id: UUID! name: String! value: String stage: String! }
  type Note { id: UUID! body: String! createdAt: DateTime! }
`);

type Row = Record<string, unknown>;

/** The context of a request: its workspace and its loaders. */
export class Session {
  readonly pool: pg.Pool;
  readonly tenant: string;
  readonly #loaders = new Map<string, DataLoader<string, unknown>>();

  constructor(pool: pg.Pool, tenant: string) {
    this.pool = pool;
    this.tenant = tenant;
  }

  async rows(name: string | undefined, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query({ text, values, ...(name && { name }) })).rows.map(toCamelCase);
  }

  /** Loads the children of all parents on a level by one statement. */
  children(name: string, text: string, parent: unknown, extra: unknown[] = []): Promise<Row[]> {
    let loader = this.#loaders.get(name);
    if (!loader) {
      loader = new DataLoader<string, unknown>(async (keys) => {
        const groups = Map.groupBy(
          await this.rows(name, text, [this.tenant, keys, ...extra]),
          (row) => row.parentKey as string,
        );
        return keys.map((key) => groups.get(key) ?? []);
      });
      this.#loaders.set(name, loader);
    }
    return loader.load(parent as string) as Promise<Row[]>;
  }
}

const names = new Map<string, string>();

function toCamelCase(row: Row): Row {
  const result: Row = {};
  for (const column in row) {
    let name = names.get(column);
    if (!name) {
      name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      names.set(column, name);
    }
    result[name] = row[column];
  }
  return result;
}

const topN = (table: string, column: string, order: string): string =>
  `select p.id as parent_key, r.* from unnest($2::uuid[]) as p(id) cross join lateral (select * from ${table}
    where tenant_id = $1 and ${column} = p.id and deleted_at is null order by ${order} limit $3) r`;

const notes = (column: string) =>
  async function (this: Row, { first }: { first: number }, session: Session) {
    return {
      nodes: await session.children(
        `${column} notes`,
        topN('notes', column, 'created_at desc, id desc'),
        this.id,
        [first],
      ),
    };
  };

const camelKeys = (value: unknown): unknown => value && toCamelCase(value as Row);

const companyFields = {
  identifiers(this: Row, _: unknown, session: Session) {
    const text =
      'select company_id as parent_key, * from company_identifiers where tenant_id = $1 and company_id = any($2) order by created_at, id';
    return session.children('identifiers', text, this.id);
  },
  async counts(this: Row, _: unknown, session: Session) {
    const text = `select parent_company_id as parent_key, count(*)::int as n from companies
      where tenant_id = $1 and parent_company_id = any($2) and deleted_at is null group by 1`;
    return { children: (await session.children('children', text, this.id))[0]?.n ?? 0 };
  },
  async primaryContacts(this: Row, { first }: { first: number }, session: Session) {
    const text = topN('contacts', 'company_id', 'updated_at desc, id desc');
    return { nodes: (await session.children('contacts', text, this.id, [first])).map(contactOf) };
  },
  notes: notes('company_id'),
};
const contactFields = {
  notes: notes('contact_id'),
  async deals(this: Row, { first }: { first: number }, session: Session) {
    const text = topN('deal_contacts', 'contact_id', 'created_at desc, id desc');
    const parts = await session.children('parts', text, this.id, [first]);
    return { nodes: parts.map((part) => ({ ...part, ...bound(partFields, part) })) };
  },
};
const partFields = {
  async deal(this: Row, _: unknown, session: Session) {
    const text =
      'select id as parent_key, id, name, value, stage from deals where tenant_id = $1 and id = any($2) and deleted_at is null';
    return (await session.children('deal', text, this.dealId))[0];
  },
};

const companyOf = (row: Row): Row => ({
  ...row,
  address: camelKeys(row.address),
  ...bound(companyFields, row),
});
const contactOf = (row: Row): Row => ({ ...row, ...bound(contactFields, row) });

/** Binds methods to a row, for graphql-js to call with arguments and context. */
function bound(methods: object, row: Row): Row {
  return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, method.bind(row)]));
}

const SEARCHED = {
  companies: ['name', 'legal_name', 'client_id', 'website', 'domain'],
  contacts: ['display_name', 'title', 'email'],
};

/** Lists the newest live rows; a search is not prepared, because its generic plan is far worse. */
function list(
  session: Session,
  table: 'companies' | 'contacts',
  limit: number,
  offset: number,
  search?: string,
): Promise<Row[]> {
  const where = search ? `and (${SEARCHED[table].map((column) => `${column} ilike $4`).join(' or ')})` : '';
  return session.rows(
    search ? undefined : table,
    `select * from ${table} where tenant_id = $1 and deleted_at is null ${where} order by updated_at desc, id desc limit $2 offset $3`,
    [session.tenant, limit, offset, ...(search ? [`%${search}%`] : [])],
  );
}

interface ListArguments {
  page?: number;
  pageSize?: number;
  first?: number;
  search?: string;
}

export const root = {
  async company({ id }: { id: string }, session: Session) {
    const [row] = await session.rows(
      'company',
      'select * from companies where tenant_id = $1 and id = $2 and deleted_at is null',
      [session.tenant, id],
    );
    return row && companyOf(row);
  },
  async companies({ page = 1, pageSize = 25, first = pageSize, search }: ListArguments, session: Session) {
    return {
      nodes: (await list(session, 'companies', first, (page - 1) * first, search)).map(companyOf),
      total: async () =>
        (
          await session.rows(
            'total',
            'select count(*)::int as n from companies where tenant_id = $1 and deleted_at is null',
            [session.tenant],
          )
        )[0]!.n,
      totalIsEstimate: false,
    };
  },
  async contacts({ first = 25, search }: ListArguments, session: Session) {
    return { nodes: (await list(session, 'contacts', first, 0, search)).map(contactOf) };
  },
  async createCompany(
    { input }: { input: { name: string; website: string; domain: string } },
    session: Session,
  ) {
    const { tenant, pool } = session;
    const actor = { type: 'user', id: ownerId(0), label: 'Owner' };
    const id = uuid();
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query({
        name: 'insert company',
        text: `insert into companies (tenant_id, id, name, website, domain, source, created_at, updated_at, created_by, updated_by)
          values ($1, $2, $3, $4, $5, 'api', now(), now(), $6, $6) returning *`,
        values: [tenant, id, input.name, input.website, input.domain, actor],
      });
      await client.query({
        name: 'insert identifiers',
        text: `insert into company_identifiers (tenant_id, id, company_id, identifier_type, value, value_unicode, is_primary, source, created_at, updated_at)
          values ($1, $2, $3, 'website', $4, $4, true, 'compat_field', now(), now()), ($1, $5, $3, 'email_domain', $6, $6, true, 'compat_field', now(), now())`,
        values: [tenant, uuid(), id, input.website, uuid(), input.domain],
      });
      await client.query('commit');
      return companyOf(toCamelCase(rows[0]));
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  },
};
